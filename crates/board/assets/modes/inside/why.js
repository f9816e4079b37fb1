// "Why not this move?": the question. The move is played on the board or typed; the answer stands
// in why_answer.js.

import { button, byId, el, fill } from "../../dom.js";
import { playOut } from "./lines.js";
import { troubleLine } from "./parts.js";
import { Progress } from "./progress.js";
import { renderAnswer, verdictSentence } from "./why_answer.js";
import { count, numbered } from "./words.js";

const EFFORTS = [
  { nodes: 20000, label: "Quick" },
  { nodes: 100000, label: "Normal" },
  { nodes: 500000, label: "Thorough" },
];

export class Why {
  /** `openTree({place, fields, label, answer, line, moves, heuristic})` shows the recorded tree at a line. */
  constructor(app, setup, { titles, openTree }) {
    Object.assign(this, { app, setup, titles, openTree, place: null, last: null, filled: "", running: null, on: false });
    this.move = el("input", {
      id: "why-move", type: "text", list: "why-moves", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      required: true, placeholder: "Nf3", "aria-describedby": "why-hint why-trouble", "data-test": "why-move",
    });
    this.moves = el("datalist", { id: "why-moves" });
    this.effort = el("select", { id: "why-effort" }, EFFORTS.map(({ nodes, label }) =>
      el("option", { value: nodes, selected: label === "Normal" }, `${label}: ${count(nodes)} nodes a search`)));
    const choose = () => this.choose().catch((error) => this.fail(error));
    this.here = el("input", { type: "radio", name: "why-place", value: "here", checked: true, onchange: choose });
    this.before = el("input", { type: "radio", name: "why-place", value: "before", onchange: choose });
    this.beforeWords = el("span", {}, "Before the last move");
    this.hint = el("p", { class: "fine", id: "why-hint" });
    this.trouble = troubleLine({ id: "why-trouble" });
    this.progress = new Progress("Looking for what hid the move");
    this.submit = button({ icon: "threat", text: "Why not?", class: "primary", type: "submit", "data-test": "why-ask" });
    this.answer = el("div", { class: "why-answer", "data-test": "why-answer" });
    this.element = el("div", { class: "why" },
      el("p", { class: "lead" }, "Play a move on the board that the engine did not choose, or type one. ",
        "The search is repeated until the cut that hid the move is found."),
      el("form", { class: "why-form", "aria-label": "Why not this move?", onsubmit: (event) => this.ask(event) },
        el("fieldset", { class: "segments", "aria-label": "Position" },
          el("label", {}, this.here, el("span", {}, "The position on the board")),
          el("label", {}, this.before, this.beforeWords)),
        el("div", { class: "why-row" },
          el("div", { class: "field" }, el("label", { for: "why-move" }, "Move"), this.move),
          el("div", { class: "field" }, el("label", { for: "why-effort" }, "Effort"), this.effort), this.submit),
        this.moves, this.hint, this.trouble.element),
      this.progress.element, this.answer);
    app.on("place", () => this.on && this.placeChanged());
  }

  show() {
    this.on = true;
    this.placeChanged();
  }

  hide() {
    this.on = false;
    this.app.board.preview(null);
  }

  /** A move played on the board becomes the move in question. */
  async placeChanged() {
    const place = this.app.place();
    const played = this.place && place.start === this.place.start && place.moves.length === this.place.moves.length + 1;
    this.place = place;
    try {
      const { line, node } = await this.app.request("position", place);
      if (this.place !== place) return;
      this.last = line.at(-1) ?? null;
      this.before.disabled = this.last === null;
      const number = node.turn === "white" ? node.move_number - 1 : node.move_number;
      this.lastWords = this.last ? numbered([this.last.san], node.turn === "white" ? "black" : "white", number) : "";
      this.beforeWords.textContent = this.last ? `Before ${this.lastWords}` : "Before the last move";
      if (this.last === null) this.here.checked = true;
      else if (played) this.before.checked = true;
      await this.choose();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The place in question. */
  asked() {
    const { start, moves } = this.place;
    return this.before.checked ? { start, moves: moves.slice(0, -1) } : { start, moves };
  }

  /** Fills the list of moves of the place in question. */
  async choose() {
    const place = this.asked();
    const { node } = await this.app.request("position", place);
    fill(this.moves, node.legal.map(({ san }) => el("option", { value: san })));
    // What was typed stays; only a move that came from the board goes with it.
    const fromBoard = this.before.checked ? this.last.san : "";
    if (fromBoard || this.move.value === this.filled) this.move.value = fromBoard;
    this.filled = fromBoard;
    this.hint.textContent = this.before.checked
      ? `Asks why the engine would not play ${this.lastWords}.`
      : `${node.turn === "white" ? "White" : "Black"} to move: type any legal move.`;
  }

  fail(error) {
    if (error.message !== "Cancelled.") this.trouble.say(error.message);
  }

  async ask(event) {
    event.preventDefault();
    this.trouble.clear();
    const place = this.asked();
    const [fields, label] = [this.setup.fields(), this.setup.label()];
    const request = { ...place, ...fields, nodes: Number(this.effort.value), move: this.move.value.trim() };
    this.running?.cancel();
    const stream = this.app.stream("why", request,
      ({ phase }) => this.progress.update(phase));
    this.running = stream;
    this.submit.disabled = true;
    this.progress.start("recording the search", () => stream.cancel());
    try {
      const { answer, words, stopped } = await stream.done;
      if (answer) this.showAnswer({ place, fields, label, answer }, words);
      else if (stopped) this.app.announce("Stopped.");
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.running === stream) {
        this.submit.disabled = false;
        this.progress.end();
        this.running = null;
      }
    }
  }

  /** `asked` is {place, fields, label, answer}: what was searched, how, and what came out. */
  showAnswer(asked, words) {
    const { place, answer } = asked;
    fill(this.answer, renderAnswer(answer, words, {
      titles: this.titles,
      preview: (sans) => this.withLine(place, sans, ({ fen }) => this.preview(fen)),
      openTree: (line, heuristic) =>
        this.withLine(place, line, ({ moves }) => this.openTree({ ...asked, line, moves, heuristic })),
    }));
    this.app.announce(verdictSentence(answer));
  }

  /** Shows a position on the board, which may be out of sight on a phone. */
  preview(fen) {
    this.app.board.preview(fen);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  async withLine(place, sans, use) {
    try {
      await use(await playOut(this.app, place, sans));
    } catch (error) {
      this.fail(error);
    }
  }
}
