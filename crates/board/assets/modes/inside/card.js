// Everything that was recorded of one node: where it stands, its window and scores, why it ended,
// and the moves that were never searched, each in a sentence.

import { button, el, fill } from "../../dom.js";
import { swatch } from "./legend.js";
import { endOf } from "./palette.js";
import { note } from "./parts.js";
import { depthWords } from "./tree_view.js";
import { count, endSentence, numbered, plural, scoreWords, skipSentence } from "./words.js";

const KINDS = {
  PV: "PV node: searched with an open window",
  cut: "cut node: a move is expected to reach beta",
  all: "all node: no move is expected to reach beta",
  quiescence: "quiescence: captures and checks only",
};

function fact(name, value, note) {
  return [el("dt", {}, name), el("dd", {}, value, note ? el("span", { class: "fact-note" }, note) : null)];
}

export class Card {
  /** `onAddLine` puts the line to the node into the game. */
  constructor({ titles, onAddLine }) {
    Object.assign(this, { titles, onAddLine });
    this.element = el("section", { class: "node-card", "aria-label": "The selected node", "data-test": "node-card" });
  }

  /** `start` is the position of the root: {turn, move_number}; `moves` the UCI moves to the node, or null. */
  show(page, start, moves) {
    const { node, line } = page;
    const where = line.length === 0 ? "The position on the board" : numbered(line, start.turn, start.move_number);
    fill(this.element,
      el("div", { class: "section-head" },
        el("h3", {}, node.mv === "root" ? "Root" : node.mv),
        el("span", { class: "badge", "data-end": endOf(node.reason).key }, swatch(node.reason), endOf(node.reason).label)),
      el("p", { class: "card-line", "data-test": "node-line" }, where),
      el("p", { class: "card-end" }, endSentence(node.reason, this.titles)),
      el("dl", { class: "facts" },
        fact("Score", node.score ? scoreWords(node.score) : "none", "for the side to move here, in hundredths of a pawn"),
        fact("Window", `${scoreWords(node.alpha)} to ${scoreWords(node.beta)}`),
        fact("Evaluation", node.eval ? scoreWords(node.eval) : "none"),
        fact("Depth", depthWords(node), node.reduction > 0 ? `reduced by ${plural(node.reduction, "ply", "plies")}` : null),
        fact("Kind", KINDS[node.kind] ?? node.kind),
        fact("Best move", node.best ?? "none"),
        fact("Nodes", count(node.nodes), node.children > 0 ? `${plural(node.children, "search", "searches")} below it` : null)),
      this.skipped(page),
      moves?.length > 0
        ? button({ icon: "plus", text: "Add this line to the game", onclick: () => this.onAddLine(moves) })
        : null);
  }

  /** Marks the moves that a heuristic skipped here. */
  mark(heuristic) {
    const rows = [...this.element.querySelectorAll("[data-heuristic]")].filter((row) => row.dataset.heuristic === heuristic);
    for (const row of rows) row.classList.add("skipped-marked");
    rows[0]?.scrollIntoView({ block: "nearest" });
  }

  skipped({ skipped }) {
    if (skipped.length === 0) return null;
    return el("div", { class: "skipped" },
      el("h4", {}, `${plural(skipped.length, "move")} never searched`),
      el("ul", { class: "skipped-list", "data-test": "skipped" },
        skipped.map((row) =>
          el("li", { title: this.titles.get(row.heuristic), "data-heuristic": row.heuristic }, skipSentence(row)))),
      note("Values of a rule are in the engine's own centipawns; windows and scores are normalised."));
  }
}
