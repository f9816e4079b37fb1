// The heuristics at work: the counters of a running analysis, by heuristic and depth, beside what
// the lab has measured of each.

import { button, el, fill, icon } from "../../dom.js";
import { bar, columns } from "./bars.js";
import { heuristicLabel } from "./palette.js";
import { count, percent, short, signed } from "./words.js";

/** The table is drawn at most this often, so that it can be read while it changes. */
const DRAW_MS = 300;
/** The analyse mode uses slot 0. */
const SLOT = 1;

const HEADS = ["Heuristic", "Acted", "Of asked", "By depth", "Elo without it", "Wrong cuts"];

/** "−82.7 ± 11.9", or a dash for what was not measured. */
export const eloWords = ({ elo, elo_error: error }) => (elo === undefined || elo === null ? "–" : `${signed(elo, 1)} ± ${error.toFixed(1)}`);

export function wrongWords({ wrong, wrong_low: low, wrong_high: high }) {
  if (wrong === undefined || wrong === null) return "–";
  const number = (share) => Number((share * 100).toFixed(1));
  return `${number(wrong)} % (${number(low)} to ${number(high)})`;
}

export class Ledger {
  constructor(app, setup) {
    Object.assign(this, { app, setup, running: null, rows: new Map(), drawn: 0, on: false });
    this.button = button({ icon: "play", text: "Start the analysis", class: "primary", "data-test": "ledger-run", onclick: () => (this.running ? this.stop() : this.start()) });
    this.status = el("p", { class: "ledger-status", "data-test": "ledger-status" }, "Start an analysis and watch which heuristics act, and at which depth.");
    this.body = el("tbody", {});
    this.trouble = el("p", { class: "error", role: "alert", hidden: true });
    this.element = el("div", { class: "ledger" }, el("div", { class: "record-row" }, this.button, this.status), this.trouble,
      el("div", { class: "ledger-scroll", tabindex: 0, role: "region", "aria-label": "Heuristics of the running analysis" },
        el("table", { class: "plain ledger-table", "data-test": "ledger" },
          el("thead", {}, el("tr", {}, HEADS.map((head) => el("th", { scope: "col" }, head)))), this.body)),
      el("p", { class: "fine" }, "Acted: it cut, skipped, reduced, extended, or changed the order or the evaluation. By depth: quiescence first, then one ply of depth for each bar. Elo without it: measured in games against itself, with the half width of the 95 % interval. Wrong cuts: the share that a search of what was saved contradicts, with its interval."));
    if (app.hello) this.build();
    app.on("hello", () => this.build());
    app.on("place", () => this.restart());
    app.on("connection", (connected) => !connected && this.ended());
  }

  build() {
    this.rows.clear();
    fill(this.body, this.app.hello.heuristics.map((heuristic) => {
      const acted = el("td", { class: "ledger-acted" }, "0");
      const share = el("td", { class: "ledger-share" }, "–");
      const depths = el("td", { class: "ledger-depths" });
      this.rows.set(heuristic.name, { acted, share, depths });
      return el("tr", { "data-heuristic": heuristic.name },
        el("th", { scope: "row" }, el("details", {}, el("summary", {}, heuristicLabel(heuristic.name)), el("p", { class: "fine" }, heuristic.title))),
        acted, share, depths, el("td", { class: "ledger-elo" }, eloWords(heuristic)), el("td", { class: "ledger-wrong" }, wrongWords(heuristic)));
    }));
  }

  start() {
    this.trouble.hidden = true;
    this.drawn = 0;
    const place = this.app.place();
    const threads = 1;
    const stream = this.app.stream("analyse", { ...place, slot: SLOT, lines: 1, threads, ledger: true, ...this.setup.fields() }, (update) => this.update(update));
    this.running = stream;
    this.labelButton();
    stream.done.then((last) => this.running === stream && (this.draw(last), this.ended()), (error) => {
      if (this.running !== stream) return;
      this.ended();
      if (error.message === "Cancelled.") return;
      this.trouble.textContent = error.message;
      this.trouble.hidden = false;
    });
  }

  stop() {
    this.running?.cancel();
    this.ended();
  }

  ended() {
    this.running = null;
    this.labelButton();
  }

  labelButton() {
    fill(this.button, icon(this.running ? "pause" : "play"), el("span", {}, this.running ? "Stop the analysis" : "Start the analysis"));
    this.button.classList.toggle("primary", !this.running);
  }

  /** Follows the board and the switches while an analysis runs. */
  restart() {
    if (!this.running) return;
    this.running.cancel();
    this.start();
  }

  setupChanged() {
    this.restart();
  }

  update(update) {
    const now = performance.now();
    if (now - this.drawn < DRAW_MS) return;
    this.drawn = now;
    this.draw(update);
  }

  draw({ depth, nodes, nps, lines, ledger }) {
    if (!ledger) return;
    const best = lines?.[0]?.pv.slice(0, 6).map(({ san }) => san).join(" ") ?? "";
    this.status.textContent = `Depth ${depth}, ${short(nodes)} nodes, ${short(nps ?? 0)} a second. ${best}`;
    const most = Math.log1p(Math.max(1, ...ledger.map(({ acted }) => acted)));
    for (const { name, by_depth: byDepth, asked, acted } of ledger) {
      const row = this.rows.get(name);
      if (!row) continue;
      row.acted.parentElement.classList.toggle("ledger-idle", asked === 0);
      fill(row.acted, bar(Math.log1p(acted) / most), el("span", {}, short(acted)));
      row.acted.title = `${count(acted)} times`;
      row.share.textContent = asked > 0 ? percent(acted / asked) : "–";
      fill(row.depths, byDepth.some((value) => value > 0) ? columns(byDepth, {
        label: `${heuristicLabel(name)} by depth: ${byDepth.join(", ")}`,
        title: (value, at) => `${at === 0 ? "quiescence" : `depth ${at}`}: ${count(value)}`,
      }) : null);
    }
  }

  show() {
    this.on = true;
  }

  hide() {
    this.on = false;
    this.stop();
  }
}
