// The lines of an analysis. A move shows its position when the pointer or the focus is on it, and
// goes into the notation, with the moves before it, when it is clicked.

import { miniBoard } from "../../board/picture.js";
import { endsOf } from "../../board/squares.js";
import { el, fill } from "../../dom.js";
import { moveNumberText, sanText, scoreText, scoreWords } from "../../score.js";

export class Lines {
  element = el("ol", { class: "lines", "data-test": "lines" });
  #app;
  #rows = [];
  #popover = el("div", { class: "popover", hidden: true, "aria-hidden": "true" });
  /** FENs of positions that were shown, by their moves. */
  #fens = new Map();
  #wanted = null;

  constructor(app) {
    this.#app = app;
    document.body.append(this.#popover);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Reserves room for `count` lines, so that nothing jumps when they arrive. */
  reserve(count) {
    while (this.#rows.length > count) this.#rows.pop().element.remove();
    while (this.#rows.length < count) {
      const score = el("span", { class: "score" });
      const moves = el("span", { class: "pv" });
      const element = el("li", {}, score, moves);
      this.#rows.push({ element, score, moves, text: "" });
      this.element.append(element);
    }
    this.clear();
  }

  clear() {
    this.#hide();
    for (const row of this.#rows) this.#fillRow(row, null, null);
  }

  /**
   * @param {object[]} lines of an analysis
   * @param {{start: string, moves: string[]}} place what was analysed
   */
  show(lines, place) {
    for (const [rank, row] of this.#rows.entries()) this.#fillRow(row, lines[rank] ?? null, place);
  }

  #fillRow(row, line, place) {
    const bound = { lower: "≥", upper: "≤" }[line?.bound] ?? "";
    row.score.textContent = line ? bound + scoreText(line.score) : "";
    row.score.title = line ? scoreWords(line.score) : "";
    const value = line ? (line.score.mate ?? line.score.cp) : 0;
    row.score.className = `score ${value > 0 ? "white" : value < 0 ? "black" : ""}`.trim();
    const text = line ? line.pv.map(({ uci }) => uci).join(" ") : "";
    if (text === row.text) return;
    row.text = text;
    const focused = [...row.moves.children].indexOf(document.activeElement);
    fill(row.moves, line ? this.#moves(line.pv, place) : null);
    if (focused >= 0) row.moves.children[Math.min(focused, row.moves.children.length - 1)]?.focus();
  }

  #moves(pv, place) {
    const figurines = this.#app.settings.get("figurines");
    const [, turn, , , , number] = this.#app.session.fen().split(" ");
    return pv.map(({ san }, index) => {
      const moves = pv.slice(0, index + 1).map(({ uci }) => uci);
      const ply = (Number(number) - 1) * 2 + (turn === "b" ? 1 : 0) + index;
      const before =
        index === 0 || ply % 2 === 0 ? moveNumberText(`- ${ply % 2 ? "b" : "w"} - - 0 ${Math.floor(ply / 2) + 1}`) : "";
      const preview = (event) => this.#preview(place, moves, event.currentTarget);
      const hide = () => this.#hide();
      return el(
        "button",
        {
          type: "button",
          class: "pv-move",
          tabindex: index === 0 ? "0" : "-1",
          onclick: () => this.#insert(moves),
          onpointerenter: preview,
          onpointerleave: hide,
          onfocus: preview,
          onblur: hide,
        },
        before ? el("span", { class: "number" }, before) : null,
        sanText(san, figurines),
      );
    });
  }

  async #insert(moves) {
    this.#hide();
    if (!this.#app.mayEdit()) return this.#app.toast("A game is being played. Finish it first.");
    try {
      const ids = await this.#app.addLine(moves);
      this.#app.goTo(ids.at(-1));
    } catch (error) {
      this.#app.fail(error);
    }
  }

  async #preview(place, moves, target) {
    const key = [place.start, ...place.moves, ...moves].join(" ");
    this.#wanted = key;
    try {
      if (!this.#fens.has(key)) {
        const { node } = await this.#app.request("position", { start: place.start, moves: [...place.moves, ...moves] });
        this.#fens.set(key, node.fen);
      }
    } catch {
      return;
    }
    if (this.#wanted !== key || !target.isConnected) return;
    fill(
      this.#popover,
      miniBoard(this.#fens.get(key), { orientation: this.#app.board.orientation(), last: endsOf(moves.at(-1)) }),
    );
    this.#popover.hidden = false;
    this.#place(target);
  }

  /** Below the move, or above it near the lower edge of the window. */
  #place(target) {
    const at = target.getBoundingClientRect();
    const size = this.#popover.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
    const below = at.bottom + 6;
    const top = below + size.height < innerHeight ? below : at.top - size.height - 6;
    this.#popover.style.transform = `translate(${left}px, ${top}px)`;
  }

  #hide() {
    this.#wanted = null;
    this.#popover.hidden = true;
  }

  /** Left and right move within a line, up and down between lines. */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = this.#rows.findIndex(({ moves }) => moves.contains(event.target));
    if (row < 0 || (!step && !turn)) return;
    event.preventDefault();
    event.stopPropagation();
    const siblings = [...this.#rows[row].moves.children];
    const next = step ? siblings[siblings.indexOf(event.target) + step] : this.#rows[row + turn]?.moves.firstChild;
    next?.focus();
  }
}
