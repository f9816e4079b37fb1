// The way from the root to the node on show; each step leads back to its node.

import { el, fill } from "../../dom.js";

export class Crumbs {
  constructor({ onGo }) {
    this.onGo = onGo;
    this.list = el("ol", { class: "crumb-list" });
    this.element = el("nav", { class: "crumbs", "aria-label": "Way to this node", "data-test": "crumbs" }, this.list);
  }

  /** `path` is the nodes from the root to the one on show. */
  show(path) {
    const focused = this.list.contains(document.activeElement);
    fill(this.list, path.map(({ id, mv }, index) => {
      const here = index === path.length - 1;
      return el("li", {}, el("button", {
        type: "button",
        class: "crumb",
        "aria-current": here ? "true" : null,
        onclick: () => this.onGo(id),
      }, mv === "root" ? "Root" : mv));
    }));
    if (focused) this.list.lastElementChild.firstElementChild.focus();
  }
}
