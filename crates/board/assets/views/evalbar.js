// The evaluation bar: how often White wins, draws and loses from here.

import { el } from "../dom.js";
import { scoreText, scoreWords } from "../score.js";

export class EvalBar {
  #parts = ["white", "draw", "black"].map((name) => el("i", { class: name }));
  element = el("div", { class: "eval-bar", role: "img", "data-test": "eval-bar" }, this.#parts);
  #horizontal = matchMedia("(max-width: 40rem)");
  #wdl = null;

  constructor() {
    this.#horizontal.addEventListener("change", () => this.#draw());
    this.show(null);
  }

  /** @param {{score: object, wdl: number[]} | null} evaluation */
  show(evaluation) {
    this.#wdl = evaluation?.wdl ?? null;
    const [white, draw, black] = this.#wdl ?? [];
    const text = this.#wdl
      ? `${scoreText(evaluation.score)}, ${scoreWords(evaluation.score)}. White wins ${percent(white)}, draw ${percent(draw)}, Black wins ${percent(black)}.`
      : "No evaluation";
    this.element.setAttribute("aria-label", text);
    this.element.title = text;
    this.#draw();
  }

  turn(orientation) {
    this.element.classList.toggle("flipped", orientation === "black");
  }

  #draw() {
    const wdl = this.#wdl ?? [0, 1000, 0];
    const total = wdl[0] + wdl[1] + wdl[2];
    const [used, free] = this.#horizontal.matches ? ["width", "height"] : ["height", "width"];
    for (const [place, part] of this.#parts.entries()) {
      part.style.setProperty(used, `${(wdl[place] / total) * 100}%`);
      part.style.removeProperty(free);
    }
  }
}

const percent = (permille) => `${(permille / 10).toFixed(0)} %`;
