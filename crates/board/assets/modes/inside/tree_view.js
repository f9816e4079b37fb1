// The tree as a list that opens node by node, fifty children at a time. It says the same as the
// icicle, in text, for the keyboard and for screen readers.

import { el, fill } from "../../dom.js";
import { bar } from "./bars.js";
import { swatch } from "./legend.js";
import { endOf } from "./palette.js";
import { count, plural, scoreWords } from "./words.js";

/** "6−2": six plies left after a reduction of two. */
export const depthWords = ({ depth, reduction }) => (reduction > 0 ? `${depth}−${reduction}` : String(depth));

export class TreeView {
  constructor({ onSelect, onZoom, onError }) {
    Object.assign(this, { onSelect, onZoom, onError, tree: null, order: "nodes", whole: 1 });
    this.list = el("ul", { class: "tree-list", role: "tree", "aria-label": "Searched moves of this node", "data-test": "tree" });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("dblclick", (event) => this.zoomTo(event.target.closest("[role=treeitem]")));
    const order = el("select", { "aria-label": "Order of the moves", onchange: () => this.reorder(order.value) },
      el("option", { value: "nodes" }, "most nodes first"), el("option", { value: "searched" }, "as searched"));
    this.element = el("section", { class: "tree-view" },
      el("div", { class: "section-head" }, el("h3", {}, "Moves searched here"), order), this.list);
  }

  /** Shows the children of a node of a recorded tree. */
  async show(tree, node) {
    Object.assign(this, { tree, node });
    const page = await tree.page(node, 0, this.order);
    if (this.tree !== tree || this.node !== node) return;
    const focused = this.list.contains(document.activeElement);
    this.whole = Math.max(1, page.node.nodes);
    fill(this.list, this.rows(page, node, 1, 0));
    if (page.children.length === 0) {
      const props = { role: "treeitem", class: "tree-none", "aria-selected": "false" };
      fill(this.list, el("li", props, "No move was searched here."));
    }
    const first = this.list.querySelector("[role=treeitem]");
    first.setAttribute("tabindex", 0);
    if (focused) first.focus();
  }

  reorder(order) {
    this.order = order;
    if (this.tree) this.show(this.tree, this.node).catch(this.onError);
  }

  rows(page, parent, level, skip) {
    const all = skip + page.children.length + Math.max(0, page.more_children - skip);
    const items = page.children.map((row, index) => this.item(row, level, skip + index + 1, all));
    const shown = skip + page.children.length;
    if (shown < all) items.push(this.more(parent, level, shown, all));
    return items;
  }

  item(row, level, position, all) {
    const end = endOf(row.reason);
    const share = row.nodes / this.whole;
    const opens = row.children > 0;
    const score = scoreWords(row.score);
    const label = [
      row.mv, `score ${score}`, `depth ${depthWords(row)}`, plural(row.nodes, "node"), end.label.toLowerCase(),
      row.skipped > 0 ? `${plural(row.skipped, "move")} never searched` : null,
    ].filter(Boolean).join(", ");
    return el("li", {
      role: "treeitem",
      tabindex: -1,
      "aria-level": level,
      "aria-setsize": all,
      "aria-posinset": position,
      "aria-expanded": opens ? "false" : null,
      "aria-selected": "false",
      "aria-label": label,
      "data-node": row.id,
    },
      el("div", { class: "tree-row", "data-level": Math.min(level, 8) },
        el("span", { class: `tree-twist${opens ? "" : " tree-leaf"}`, "aria-hidden": "true" }),
        el("span", { class: "tree-move" }, row.mv),
        el("span", { class: "tree-score" }, score),
        el("span", { class: "tree-depth", title: "depth, and the plies by which it was reduced" }, depthWords(row)),
        el("span", { class: "tree-nodes" }, bar(share), el("span", {}, count(row.nodes))),
        el("span", { class: "tree-end" }, swatch(row.reason), el("span", { class: "tree-reason" }, end.label))));
  }

  more(parent, level, shown, all) {
    return el("li", {
      role: "treeitem", tabindex: -1, class: "tree-more", "aria-level": level, "aria-selected": "false",
      "data-more": shown, "data-parent": parent,
    }, `Show ${count(Math.min(50, all - shown))} more of ${count(all - shown)}`);
  }

  async open(item) {
    if (item.getAttribute("aria-expanded") !== "false") return;
    item.setAttribute("aria-expanded", "true");
    const kept = item.querySelector(":scope > ul");
    if (kept) {
      kept.hidden = false;
      return;
    }
    const node = Number(item.dataset.node);
    const page = await this.tree.page(node, 0, this.order);
    item.append(el("ul", { role: "group" }, this.rows(page, node, Number(item.getAttribute("aria-level")) + 1, 0)));
  }

  close(item) {
    item.setAttribute("aria-expanded", "false");
    item.querySelector(":scope > ul").hidden = true;
  }

  async loadMore(item) {
    const skip = Number(item.dataset.more);
    const parent = Number(item.dataset.parent);
    const page = await this.tree.page(parent, skip, this.order);
    const rows = this.rows(page, parent, Number(item.getAttribute("aria-level")), skip);
    item.replaceWith(...rows);
    this.focus(rows[0]);
  }

  click(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    if (event.target.closest(".tree-twist") && item.hasAttribute("aria-expanded")) {
      this.focus(item);
      this.toggle(item);
    } else {
      this.activate(item);
    }
  }

  toggle(item) {
    if (item.getAttribute("aria-expanded") === "true") this.close(item);
    else this.open(item).catch(this.onError);
  }

  activate(item) {
    if (item.dataset.more) return this.loadMore(item).catch(this.onError);
    if (!item.dataset.node) return null;
    this.focus(item);
    return this.onSelect(Number(item.dataset.node));
  }

  zoomTo(item) {
    if (item?.dataset.node) this.onZoom(Number(item.dataset.node));
  }

  /** Marks the row of a node as selected, if it is on show. */
  select(id) {
    for (const item of this.list.querySelectorAll("[aria-selected=true]")) item.setAttribute("aria-selected", "false");
    this.list.querySelector(`[data-node="${Number(id)}"]`)?.setAttribute("aria-selected", "true");
  }

  focus(item) {
    if (!item) return;
    for (const other of this.list.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", -1);
    item.setAttribute("tabindex", 0);
    item.focus();
  }

  /** The items that can be seen, from top to bottom. */
  visible() {
    return [...this.list.querySelectorAll("[role=treeitem]")].filter((item) => !item.parentElement.closest("[hidden]"));
  }

  key(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const items = this.visible();
    const at = items.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const actions = {
      ArrowDown: () => this.focus(items[at + 1]),
      ArrowUp: () => this.focus(items[at - 1]),
      Home: () => this.focus(items[0]),
      End: () => this.focus(items.at(-1)),
      ArrowRight: () => (expanded === "false" ? this.toggle(item) : this.focus(item.querySelector("[role=treeitem]"))),
      ArrowLeft: () => (expanded === "true" ? this.toggle(item) : this.focus(item.parentElement.closest("[role=treeitem]"))),
      " ": () => this.activate(item),
      Enter: () => (item.dataset.more ? this.activate(item) : this.zoomTo(item)),
    };
    if (!actions[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    actions[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
}
