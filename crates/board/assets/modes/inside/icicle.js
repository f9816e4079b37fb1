// The recorded tree as an icicle: one cell for each node, as wide as its share of the nodes, in the
// colour and with the code of what ended it. A click or Enter zooms; arrow keys walk the tree.

import { el, svg, fill } from "../../dom.js";
import { BAND, drawBands } from "./bands.js";
import { layout, NARROWEST } from "./layout.js";
import { endOf } from "./palette.js";
import { percent, plural, scoreWords } from "./words.js";

const ROW = 36;
/** Widths in pixels from which a cell has room for its move, and for its move and code. */
const ROOM_FOR_MOVE = 30;
const ROOM_FOR_CODE = 62;

/** The number of levels that is drawn in a box of this width. */
const levelsFor = (width) => (width < 520 ? 7 : 9);

function hatching() {
  return svg("defs", {},
    svg("pattern", { id: "icicle-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("line", { class: "hatch-line", x1: 0, y1: 0, x2: 0, y2: 6 })));
}

/** What a screen reader and the line below the picture say of a cell. */
function cellWords(cell, whole) {
  const { branch, rest } = cell;
  if (rest) return "Smaller branches, not drawn one by one";
  const score = branch.score ? `score ${scoreWords(branch.score)}` : "no score";
  const share = percent(branch.nodes / whole);
  return `${branch.mv}, ${score}, ${plural(branch.nodes, "node")} (${share}), ${endOf(branch.reason).label.toLowerCase()}`;
}

export class Icicle {
  /**
   * `onZoom(id)` is called for a cell with children, `onSelect(id)` for every chosen one;
   * `reasonsOf(id)` promises what ended the nodes of a subtree.
   */
  constructor({ onZoom, onSelect, reasonsOf }) {
    Object.assign(this, { onZoom, onSelect, reasonsOf });
    Object.assign(this, { branch: null, cells: [], focus: 0, highlighted: new Set(), selected: null });
    this.picture = svg("svg", {
      class: "icicle-picture",
      role: "group",
      "aria-label": "Icicle of the tree: arrow keys walk, Enter zooms",
      "data-test": "icicle",
    });
    this.readout = el("p", { class: "icicle-readout", "data-test": "icicle-readout" }, "Point at a cell to see what it is.");
    this.element = el("div", { class: "icicle" }, this.picture, this.readout);
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("click", (event) => this.choose(this.cellOf(event.target)));
    this.picture.addEventListener("pointerover", (event) => this.read(this.cellOf(event.target)));
    this.picture.addEventListener("focusin", (event) => this.read(this.cellOf(event.target)));
    this.width = 0;
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry.contentRect.width);
      if (width > 0 && Math.abs(width - this.width) > 1) {
        this.width = width;
        this.draw();
      }
    }).observe(this.element);
  }

  get levels() {
    return levelsFor(this.width || 800);
  }

  /** How much of a subtree there is room for: levels, and the smallest share of the nodes that is drawn. */
  get detail() {
    return { levels: this.levels, share: Number((NARROWEST / (this.width || 800)).toFixed(4)) };
  }

  show(branch) {
    const focused = this.picture.contains(document.activeElement);
    this.branch = branch;
    this.focus = 0;
    this.draw();
    if (focused) this.moveFocus(0);
  }

  /** Fades every cell whose reason is not among these; none of them fades nothing. */
  highlight(reasons) {
    this.highlighted = reasons;
    this.paint();
  }

  select(id) {
    this.selected = id;
    this.paint();
  }

  draw() {
    if (!this.branch || !this.width) return;
    this.cells = layout(this.branch, this.width, this.levels);
    this.focus = Math.min(this.focus, this.cells.length - 1);
    const height = this.levels * ROW;
    this.picture.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.picture.setAttribute("height", height);
    fill(this.picture, hatching(), this.cells.map((cell, index) => this.drawCell(cell, index)));
    this.paint();
    this.read(this.cells[0]);
    const { cells } = this;
    drawBands(cells, this.reasonsOf, ({ level }) => (level + 1) * ROW - 1, () => cells === this.cells)
      .then(() => this.paint())
      .catch(() => {}); // A tree that the server has dropped has no bands; its pages say why.
  }

  drawCell(cell, index) {
    const { branch, level, x, width, rest } = cell;
    const end = endOf(branch.reason);
    const box = { x: x.toFixed(2), y: level * ROW, width: Math.max(1, width - 0.6).toFixed(2), height: ROW - 1 };
    if (rest) {
      return svg("g", { class: "cell cell-rest", "data-index": index, "aria-hidden": "true" }, svg("rect", box));
    }
    const middle = level * ROW + (ROW - BAND) / 2 + 4;
    const move = width >= ROOM_FOR_MOVE ? clipped(branch.mv, width - (width >= ROOM_FOR_CODE ? 30 : 8)) : "";
    cell.group = svg("g", {
      class: "cell",
      role: "button",
      tabindex: index === this.focus ? 0 : -1,
      "data-index": index,
      "data-end": end.key,
      "data-node": branch.id,
      "aria-label": cellWords(cell, this.branch.nodes),
    },
      svg("rect", { class: "cell-box", ...box }),
      end.hatched ? svg("rect", { ...box, class: "cell-hatch", fill: "url(#icicle-hatch)" }) : null,
      move ? svg("text", { class: "cell-move", x: x + 5, y: middle }, move) : null,
      width >= ROOM_FOR_CODE ? svg("text", { class: "cell-code", x: x + width - 6, y: middle }, end.code) : null);
    return cell.group;
  }

  /** Marks highlights and the selection without drawing again. */
  paint() {
    const fades = (reason) => this.highlighted.size > 0 && !this.highlighted.has(reason);
    for (const { group, branch } of this.cells) {
      if (!group) continue;
      group.classList.toggle("cell-faded", fades(branch.reason));
      group.classList.toggle("cell-selected", branch.id === this.selected);
    }
    for (const part of this.picture.querySelectorAll(".band-part")) {
      part.classList.toggle("band-faded", fades(part.dataset.reason));
    }
  }

  cellOf(target) {
    const group = target.closest?.(".cell");
    return group ? this.cells[Number(group.dataset.index)] : null;
  }

  read(cell) {
    if (cell) this.readout.textContent = cellWords(cell, this.branch.nodes);
  }

  choose(cell) {
    if (!cell || cell.rest) return;
    this.moveFocus(this.cells.indexOf(cell), false);
    this.onSelect(cell.branch.id);
    const above = cell.level === 0;
    if (!above && (cell.branch.children.length > 0 || cell.branch.rest > 0)) this.onZoom(cell.branch.id);
  }

  moveFocus(index, grab = true) {
    if (index === null || index === undefined || !this.cells[index]?.group) return;
    this.cells[this.focus]?.group?.setAttribute("tabindex", -1);
    this.focus = index;
    this.cells[index].group.setAttribute("tabindex", 0);
    if (grab) this.cells[index].group.focus();
  }

  key(event) {
    const cell = this.cells[this.focus];
    if (!cell) return;
    const steps = { ArrowUp: cell.parent, ArrowDown: cell.first, ArrowLeft: cell.before, ArrowRight: cell.after, Home: 0 };
    if (event.key in steps) this.moveFocus(steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** As much of a move as fits into a width in pixels. */
function clipped(text, width) {
  const fits = Math.floor(width / 7.2);
  return text.length <= fits ? text : fits < 3 ? "" : `${text.slice(0, fits - 1)}…`;
}
