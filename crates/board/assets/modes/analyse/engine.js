// One running analysis: its stream, its figures and its lines. Two of them can stand side by side.

import { el, fill } from "../../dom.js";
import { countText, scoreText, scoreWords } from "../../score.js";
import { Lines } from "./lines.js";
import { engineOptions } from "./options.js";

/** While the user steps through a game, only the position where he stops is searched. */
const START_DELAY_MS = 70;

/**
 * @typedef {object} Choice what is searched, and how
 * @property {number} lines
 * @property {string} preset name, "" for none
 * @property {Object<string, any>} settings of the search
 */

export class EngineView {
  #app;
  #slot;
  #stream = null;
  #timer = 0;
  #lines;
  #figures = el("p", { class: "figures small muted", "data-test": "figures" });
  #score = el("span", { class: "big-score", "data-test": "score" });
  #title = el("span", { class: "engine-title" });
  #onUpdate;
  /** @type {Choice} */
  choice;
  threat = false;
  on = false;

  /**
   * @param {{slot: number, choice: Choice, tools: Node[], onUpdate: (update: object, place: object) => void, changed: () => void}} parts
   */
  constructor(app, { slot, choice, tools, onUpdate, changed }) {
    this.#app = app;
    this.#slot = slot;
    this.#onUpdate = onUpdate;
    this.choice = choice;
    this.#lines = new Lines(app);
    this.#lines.reserve(choice.lines);
    this.element = el(
      "div",
      { class: "card engine", "data-test": `engine-${slot}` },
      el(
        "div",
        { class: "engine-head" },
        this.#score,
        el("div", { class: "grow" }, this.#title, this.#figures),
        el("div", { class: "row" }, tools),
      ),
      this.#lines.element,
      engineOptions(app, choice, () => {
        this.#lines.reserve(choice.lines);
        this.#rename();
        this.restart();
        changed();
      }),
    );
    this.#rename();
    this.#idle("");
  }

  start() {
    this.on = true;
    this.restart();
  }

  stop() {
    this.on = false;
    this.pause();
  }

  /** Stops the search but stays switched on, for `restart`. */
  pause() {
    this.#cancel();
  }

  /** Searches the position on the board, after a moment, if the analysis is on. */
  restart() {
    this.#cancel();
    if (this.on) this.#timer = setTimeout(() => this.#search(), START_DELAY_MS);
  }

  /** Forgets what was found for another position; shows what is `known` of this one. */
  clear(known) {
    this.#lines.clear();
    this.#idle("");
    if (!known?.score) return;
    this.#score.textContent = scoreText(known.score);
    if (!this.on) fill(this.#figures, `Off. Known from ${known.from ?? `depth ${known.depth}`}.`);
  }

  #cancel() {
    clearTimeout(this.#timer);
    this.#stream?.cancel();
    this.#stream = null;
  }

  async #search() {
    const app = this.#app;
    const outcome = app.node()?.outcome;
    if (outcome) return this.#idle(outcome.text);
    const place = app.place();
    const { lines, preset, settings } = this.choice;
    const payload = {
      ...place,
      slot: this.#slot,
      lines,
      threads: app.settings.get("threads"),
      hash: app.settings.get("hash"),
      ...(preset ? { preset } : {}),
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
      ...(this.threat ? { threat: true } : {}),
    };
    const stream = app.stream("analyse", payload, (update) => this.#show(update, place));
    this.#stream = stream;
    try {
      const last = await stream.done;
      if (this.#stream === stream) this.#show(last, place);
    } catch (error) {
      if (this.#stream !== stream) return;
      this.#stream = null;
      // When the connection is back, the analysis starts again.
      if (app.connected()) this.#idle(error.message);
    }
  }

  #show(update, place) {
    const { depth, seldepth, nodes, nps, lines } = update;
    const [best] = lines;
    this.#score.textContent = best ? scoreText(best.score) : "…";
    this.#score.title = best ? scoreWords(best.score) : "";
    fill(this.#figures, `depth ${depth}/${seldepth} · ${countText(nodes)} nodes · ${countText(nps)}/s`);
    this.#lines.show(lines, place);
    if (best) this.#onUpdate(update, place);
  }

  #idle(text) {
    this.#score.textContent = "–";
    fill(this.#figures, text || (this.on ? "Starting…" : "Off. Space starts the engine."));
  }

  #rename() {
    const { preset, settings } = this.choice;
    const title = this.#app.hello?.presets.find(({ name }) => name === preset)?.title;
    const changes = Object.keys(settings).length;
    const parts = [preset ? `As ${title ?? preset}` : "Secateur", changes ? `${changes} changed` : null];
    this.#title.textContent = parts.filter(Boolean).join(", ");
  }
}
