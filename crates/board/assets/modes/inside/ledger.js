// The heuristics at work: the counters of a running analysis, by heuristic and depth, beside what
// the lab has measured of each.

import { button, el, fill, icon } from "../../dom.js";
import { bar, columns } from "./bars.js";
import { heuristicLabel } from "./palette.js";
import { note, scrolling, tableHead, troubleLine } from "./parts.js";
import { count, percent, short, signed } from "./words.js";

/** The table is drawn at most this often, so that it can be read while it changes. */
const DRAW_MS = 300;
/** The analyse mode uses slot 0. */
const SLOT = 1;

const HEADS = ["Heuristic", "Acted", "Of asked", "By depth", "Elo without it", "Wrong cuts"];

const ABOUT_COLUMNS =
  "Acted: it cut, skipped, reduced, extended, or changed the order or the evaluation. " +
  "By depth: quiescence first, then one ply of depth for each bar. " +
  "Elo without it: measured in games against itself, with the half width of the 95 % interval. " +
  "Wrong cuts: the share that a search of what was saved contradicts, with its interval.";

/** "−82.7 ± 11.9", or a dash for what was not measured. */
function eloWords({ elo, elo_error: error }) {
  return elo === undefined || elo === null ? "–" : `${signed(elo, 1)} ± ${error.toFixed(1)}`;
}

function wrongWords({ wrong, wrong_low: low, wrong_high: high }) {
  if (wrong === undefined || wrong === null) return "–";
  const number = (share) => Number((share * 100).toFixed(1));
  return `${number(wrong)} % (${number(low)} to ${number(high)})`;
}

export class Ledger {
  constructor(app, setup) {
    Object.assign(this, { app, setup, running: null, rows: new Map(), drawn: 0, on: false });
    const toggle = () => (this.running ? this.stop() : this.start());
    this.button = button({ class: "primary", "data-test": "ledger-run", onclick: toggle });
    this.status = el("p", { class: "ledger-status", "data-test": "ledger-status" },
      "Start an analysis and watch which heuristics act, and at which depth.");
    this.body = el("tbody", {});
    this.trouble = troubleLine();
    this.element = el("div", { class: "ledger" },
      el("div", { class: "record-row" }, this.button, this.status),
      this.trouble.element,
      scrolling("Heuristics of the running analysis",
        el("table", { class: "plain ledger-table", "data-test": "ledger" }, tableHead(HEADS), this.body)),
      note(ABOUT_COLUMNS));
    this.labelButton();
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
        el("th", { scope: "row" }, el("details", {}, el("summary", {}, heuristicLabel(heuristic.name)), note(heuristic.title))),
        acted, share, depths,
        el("td", { class: "ledger-elo" }, eloWords(heuristic)),
        el("td", { class: "ledger-wrong" }, wrongWords(heuristic)));
    }));
  }

  start() {
    this.trouble.clear();
    this.drawn = 0;
    const request = { ...this.app.place(), slot: SLOT, lines: 1, threads: 1, ledger: true, ...this.setup.fields() };
    const stream = this.app.stream("analyse", request, (update) => this.update(update));
    this.running = stream;
    this.labelButton();
    stream.done.then((last) => this.running === stream && (this.draw(last), this.ended()), (error) => {
      if (this.running !== stream) return;
      this.ended();
      if (error.message !== "Cancelled.") this.trouble.say(error.message);
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
    const words = this.running ? "Stop the analysis" : "Start the analysis";
    fill(this.button, icon(this.running ? "pause" : "play"), el("span", {}, words));
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
