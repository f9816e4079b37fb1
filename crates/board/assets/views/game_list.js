// A list of games that is loaded in pages, with a search field.

import { button, el, fill } from "../dom.js";

const PAGE = 50;
const SEARCH_DELAY_MS = 150;

export class GameList {
  #load;
  #open;
  #search = el("input", {
    type: "search",
    "aria-label": "Search games",
    placeholder: "Search players, event, year",
    class: "grow",
  });
  #count = el("span", { class: "small muted", role: "status" });
  #rows = el("tbody");
  #more = button({ text: "Show more", class: "wide", hidden: true, onclick: () => this.#next() });
  #shown = 0;
  #timer = 0;

  /**
   * @param {(page: {from: number, count: number, search: string}) => Promise<{games: object[], total: number, matching: number}>} load
   * @param {(number: number) => void} open
   */
  constructor(title, load, open) {
    this.#load = load;
    this.#open = open;
    this.element = el(
      "section",
      { class: "stack tight", "data-test": "game-list" },
      el("h3", {}, title),
      el("div", { class: "row" }, this.#search, this.#count),
      el(
        "table",
        { class: "plain game-table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ["No.", "White", "Black", "Result", "Event", "Moves"].map((text) => el("th", { scope: "col" }, text)),
          ),
        ),
        this.#rows,
      ),
      this.#more,
    );
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#restart(), SEARCH_DELAY_MS);
    });
    this.#restart();
  }

  #restart() {
    this.#shown = 0;
    return this.#next();
  }

  async #next() {
    const from = this.#shown;
    const search = this.#search.value.trim();
    try {
      const { games, total, matching } = await this.#load({ from, count: PAGE, search });
      if (search !== this.#search.value.trim()) return;
      if (from === 0) fill(this.#rows);
      this.#rows.append(...games.map((game) => this.#row(game)));
      this.#shown = from + games.length;
      this.#more.hidden = this.#shown >= matching;
      fill(this.#count, matching === total ? `${total} games` : `${matching} of ${total} games`);
    } catch (error) {
      fill(this.#count, error.message);
    }
  }

  #row({ number, white, black, result, date, event, plies, error }) {
    const open = () => this.#open(number);
    return el(
      "tr",
      { onclick: open },
      el("td", {}, String(number)),
      el(
        "td",
        {},
        el(
          "button",
          {
            type: "button",
            class: "bare",
            onclick: (click) => {
              click.stopPropagation();
              open();
            },
          },
          white,
          el("span", { class: "visually-hidden" }, ` against ${black}`),
        ),
      ),
      el("td", {}, black),
      el("td", {}, result.replaceAll("1/2", "½")),
      el("td", { class: "muted" }, [event, date].filter((text) => text && !/^[?.]+$/.test(text)).join(", ")),
      el("td", {}, error ? el("span", { class: "error", title: error }, "faulty") : String(Math.ceil(plies / 2))),
    );
  }
}
