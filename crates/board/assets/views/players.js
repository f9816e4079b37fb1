// Who plays: a strip above and one below the board, with the clock if there is one.

import { el, fill } from "../dom.js";
import { clockText } from "./clock_text.js";

/** Below this a clock shows that time is short. */
const LOW_MS = 20_000;

export class Players {
  top = el("div", { class: "player", "data-test": "player-top" });
  bottom = el("div", { class: "player", "data-test": "player-bottom" });
  #app;
  #orientation = "white";
  #clocks = {
    white: el("span", { class: "clock", role: "timer", "data-test": "clock-white" }),
    black: el("span", { class: "clock", role: "timer", "data-test": "clock-black" }),
  };

  constructor(app) {
    this.#app = app;
    this.setClock(null);
    app.on("game", () => this.#draw());
    app.on("clock", (state) => this.setClock(state));
  }

  turn(orientation) {
    this.#orientation = orientation;
    this.#draw();
  }

  /** @param {{white: number, black: number, running: "white" | "black" | null} | null} state milliseconds left */
  setClock(state) {
    for (const [colour, clock] of Object.entries(this.#clocks)) {
      clock.hidden = state === null;
      if (state === null) continue;
      const text = clockText(state[colour]);
      if (clock.textContent !== text) {
        clock.textContent = text;
        clock.setAttribute("aria-label", `${colour === "white" ? "White" : "Black"}: ${text}`);
      }
      clock.classList.toggle("running", state.running === colour && state[colour] >= LOW_MS);
      clock.classList.toggle("low", state.running === colour && state[colour] < LOW_MS);
    }
  }

  #draw() {
    const [below, above] = this.#orientation === "white" ? ["white", "black"] : ["black", "white"];
    this.#strip(this.bottom, below);
    this.#strip(this.top, above);
  }

  #strip(strip, colour) {
    const { game } = this.#app.session;
    const title = colour === "white" ? "White" : "Black";
    const name = game.tag(title);
    const known = name && name !== "?";
    const elo = game.tag(`${title}Elo`);
    fill(
      strip,
      el("span", { class: `disc ${colour}`, "aria-hidden": "true" }),
      el("span", { class: "name" }, known ? name : title),
      known ? el("span", { class: "visually-hidden" }, `, ${title}`) : null,
      elo && elo !== "?" ? el("span", { class: "note" }, elo) : null,
      this.#clocks[colour],
    );
  }
}
