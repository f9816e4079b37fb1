// The games of a run, in pages, each to be replayed on the board.

import { button, el, fill } from "../../dom.js";
import { scrolling, tableHead, tableRow, troubleLine } from "../inside/parts.js";
import { count, plural } from "../inside/words.js";

const PAGE = 20;

export class Games {
  constructor(app) {
    Object.assign(this, { app, run: null, from: 0, total: 0, turn: 0 });
    this.body = el("tbody", {});
    this.where = el("span", { class: "fine" });
    this.back = button({ icon: "previous", label: "Earlier games", class: "quiet", onclick: () => this.load(this.from - PAGE) });
    this.forth = button({ icon: "next", label: "Later games", class: "quiet", onclick: () => this.load(this.from + PAGE) });
    this.trouble = troubleLine();
    this.element = el("section", { class: "games" },
      el("div", { class: "section-head" }, el("h3", {}, "Games"), el("div", { class: "row" }, this.where, this.back, this.forth)),
      this.trouble.element,
      scrolling("Games of the run", el("table", { class: "plain games-table", "data-test": "lab-games" },
        tableHead(["Replay", "White", "Black", "Result", "Ended by", "Plies"]), this.body)));
  }

  async show(run) {
    if (run !== this.run) {
      this.run = run;
      fill(this.body);
      await this.load(0);
    }
  }

  /** More games have ended: the last page may have room for them. */
  async grown(games) {
    if (games !== this.total && this.total < this.from + PAGE) await this.load(this.from);
    else if (games > this.total) this.locate(games);
  }

  locate(total) {
    this.total = total;
    const last = Math.min(this.from + PAGE, total);
    this.where.textContent = total === 0 ? "none yet" : `${count(this.from + 1)} to ${count(last)} of ${plural(total, "game")}`;
    this.back.disabled = this.from === 0;
    this.forth.disabled = last >= total;
  }

  async load(from) {
    const turn = ++this.turn;
    try {
      const { games, total } = await this.app.request("lab.games", { run: this.run, from: Math.max(0, from), count: PAGE });
      if (turn !== this.turn) return;
      this.from = Math.max(0, from);
      this.trouble.clear();
      this.locate(total);
      fill(this.body, games.map((game) => this.row(game)));
    } catch (error) {
      if (turn === this.turn) this.trouble.say(error.message);
    }
  }

  row({ number, white, black, result, reason, plies }) {
    const props = { class: "quiet", "aria-label": `Replay game ${number}`, onclick: () => this.replay(number) };
    const replay = button({ icon: "play", text: count(number), ...props });
    const score = result.replace("1/2-1/2", "½–½").replace("-", "–");
    return tableRow(replay, white, black, el("td", { class: "game-result" }, score), reason, count(plies));
  }

  async replay(number) {
    try {
      const { game } = await this.app.request("lab.game", { run: this.run, number });
      if (await this.app.openGame(game)) this.app.switchMode("analyse");
    } catch (error) {
      this.trouble.say(error.message);
    }
  }
}
