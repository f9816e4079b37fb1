// Inside the search: records the tree of the position on the board and shows it as an icicle, as a
// list, and node by node.

import { button, el } from "../../dom.js";
import { Card } from "./card.js";
import { Crumbs } from "./crumbs.js";
import { Icicle } from "./icicle.js";
import { Legend } from "./legend.js";
import { note, troubleLine } from "./parts.js";
import { Progress } from "./progress.js";
import { Recorded } from "./recorded.js";
import { Recordings } from "./recordings.js";
import { TreeView } from "./tree_view.js";
import { count, scoreWords } from "./words.js";

const ABOUT_CELLS =
  "A cell is as wide as its share of the nodes, and has the colour of what ended it. " +
  "The stripe at its foot shows what ended all nodes below it. Choose reasons to highlight them:";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What was recorded, and how much of it was kept. */
function summaryWords({ nodes, kept, bytes, best, score, depth, seconds, stopped }) {
  return [
    stopped ? "The search was stopped." : null,
    `The last iteration, of depth ${depth}, searched ${count(nodes)} nodes`,
    `and chose ${best} with ${scoreWords(score)}.`,
    kept < nodes ? `${count(kept)} of them are kept; the smallest are only counted.` : null,
    `Recorded in ${seconds.toFixed(1)} s and ${(bytes / 1e6).toFixed(1)} MB.`,
  ].filter(Boolean).join(" ");
}

export class Explorer {
  /** `setup` says how to search; `titles` maps heuristics to what they assume. */
  constructor(app, setup, titles) {
    Object.assign(this, { app, setup, recorded: null, selected: null, running: null, turn: 0, on: false });
    const zoom = (id) => this.zoom(id).catch((error) => this.fail(error));
    const select = (id) => this.select(id).catch((error) => this.fail(error));
    this.legend = new Legend({ titles, onChange: (reasons) => this.icicle.highlight(reasons) });
    this.icicle = new Icicle({ onZoom: zoom, onSelect: select, reasonsOf: async (id) => (await this.recorded.page(id)).reasons });
    this.list = new TreeView({ onZoom: zoom, onSelect: select, onError: (error) => this.fail(error) });
    this.card = new Card({ titles, onAddLine: (moves) => this.addLine(moves) });
    this.crumbs = new Crumbs({ onGo: zoom });
    this.recordings = new Recordings({ onOpen: (recording) => this.open(recording).catch((error) => this.fail(error)) });
    this.progress = new Progress("Recording the tree");
    this.recordButton = button({
      icon: "play", text: "Record the tree", class: "primary", "data-test": "record", onclick: () => this.record(),
    });
    this.trouble = troubleLine();
    this.note = el("p", { class: "explorer-note", "data-test": "tree-note", hidden: true });
    this.summary = el("p", { class: "tree-summary", "data-test": "tree-summary" });
    this.view = el("div", { class: "explorer-view", hidden: true },
      this.note, this.summary, this.crumbs.element, this.icicle.element,
      note(ABOUT_CELLS),
      this.legend.element,
      el("div", { class: "explorer-columns" }, this.card.element, this.list.element));
    this.intro = el("p", { class: "empty" },
      "Record the search of the position on the board: every node, what ended it, and the moves that were never searched.");
    this.element = el("div", { class: "explorer" }, this.progress.element, this.trouble.element,
      this.recordings.element, this.intro, this.view);
    app.on("place", () => this.placeChanged());
  }

  fail(error) {
    if (error.message !== "Cancelled.") this.trouble.say(error.message);
  }

  /** Records the position on the board with the settings on show. */
  record() {
    const limits = { depth: Number(this.setup.depth.value), ...this.setup.fields() };
    return this.recordPlace(this.app.place(), limits, this.setup.label());
  }

  /** Records any place; `limits` has the depth, and may have preset and settings. Tells whether the tree is on show. */
  async recordPlace(place, limits, label) {
    this.running?.cancel();
    const turn = ++this.turn;
    this.trouble.clear();
    const stream = this.app.stream("tree", { ...place, ...limits }, ({ depth, nodes }) =>
      this.progress.update(`depth ${depth} of ${limits.depth}, ${count(nodes)} nodes`, depth / limits.depth));
    this.running = stream;
    this.progress.start("searching", () => stream.cancel());
    try {
      const [answer, { node }] = await Promise.all([stream.done, this.app.request("position", place)]);
      if (turn !== this.turn) return false;
      const question = { place, start: { fen: node.fen, turn: node.turn, move_number: node.move_number } };
      const { depth, nodes, best, score } = answer;
      const words = this.recordings.add({ place: node.fen, depth, label, nodes, best, score, answer, question });
      await this.open(this.recordings.shown);
      // Open switches above push the tree out of sight.
      this.recordings.element.scrollIntoView({ block: "start" });
      this.app.announce(`Tree recorded. ${words}.`);
      return true;
    } catch (error) {
      if (turn === this.turn) this.fail(error);
      return false;
    } finally {
      if (turn === this.turn) {
        this.progress.end();
        this.running = null;
      }
    }
  }

  /** Shows a recording from its root. */
  async open(recording) {
    const { answer, question } = recording;
    if (this.recorded?.answer !== answer) this.recorded = new Recorded(this.app, answer, question);
    this.trouble.clear();
    this.intro.hidden = true;
    this.view.hidden = false;
    this.recordings.show(recording);
    this.summary.textContent = summaryWords(answer);
    this.placeChanged();
    try {
      await this.recorded.check();
      await this.zoom(this.recorded.root);
    } catch (error) {
      // The server has dropped this tree: what is left of it cannot be looked at.
      this.recorded = null;
      this.view.hidden = true;
      this.intro.hidden = false;
      throw error;
    }
  }

  /** Shows the subtree of a node, and selects the node. */
  async zoom(id) {
    const recorded = this.recorded;
    const [branch, page] = await Promise.all([recorded.icicle(id, this.icicle.detail), recorded.page(id)]);
    if (recorded !== this.recorded) return;
    this.crumbs.show(recorded.path(id));
    this.icicle.show(branch);
    this.legend.show(page.reasons);
    await this.list.show(recorded, id);
    await this.select(id);
  }

  /** Shows everything about a node, and its position on the board. */
  async select(id) {
    const recorded = this.recorded;
    this.selected = id;
    const page = await recorded.page(id);
    if (recorded !== this.recorded || this.selected !== id) return;
    this.icicle.select(id);
    this.list.select(id);
    const moves = recorded.path(id).slice(1).map(({ uci }) => uci);
    const whole = moves.every(Boolean) && moves.length === page.line.length;
    this.card.show(page, recorded.question.start, whole ? moves : null);
    const ends = page.node.uci?.match(/[a-h][1-8]/g) ?? null;
    if (this.on) this.app.board.preview(id === recorded.root ? null : page.fen, ends);
  }

  /** Shows a node and what a heuristic did there. */
  async openNode(id, heuristic) {
    const { recorded } = this;
    const { node, line } = await recorded.page(id);
    // A leaf alone makes no picture: it is shown below its parent.
    const parent = recorded.path(id).at(-2)?.id;
    await this.zoom(node.children > 0 || line.length < 2 ? id : parent);
    await this.select(id);
    this.legend.choose(heuristic);
    this.card.mark(heuristic);
  }

  /** The same for the node after these moves (UCI); says what is missing. */
  async openLine(moves, heuristic) {
    const { node, missing } = await this.recorded.follow(moves);
    await this.openNode(node, heuristic);
    if (missing) this.say(`${missing.missing} was not searched here${missing.skipped ? `: ${missing.skipped}` : ""}.`);
  }

  async addLine(moves) {
    if (!same(this.recorded.question.place, this.app.place())) {
      this.say("The board shows another position: go back to the one that was recorded first.");
      return;
    }
    try {
      await this.app.addLine(moves);
      this.app.announce("The line was added to the game.");
    } catch (error) {
      this.fail(error);
    }
  }

  say(text) {
    this.note.textContent = text;
    this.note.hidden = false;
    this.app.announce(text);
  }

  /** A tree of another position stays on show, and says so. */
  placeChanged() {
    if (!this.recorded) return;
    const here = same(this.recorded.question.place, this.app.place());
    this.note.hidden = here;
    if (!here) this.note.textContent = "This tree belongs to another position than the one on the board.";
  }

  show() {
    this.on = true;
    const again = this.recorded ? this.select(this.selected) : this.recordings.shown && this.open(this.recordings.shown);
    again?.catch((error) => this.fail(error));
  }

  hide() {
    this.on = false;
    this.app.board.preview(null);
  }
}
