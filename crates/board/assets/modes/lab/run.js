// The page of one run, while it is played and afterwards.

import { button, el, fill } from "../../dom.js";
import { count, percent, signed } from "../inside/words.js";
import { eloAxis, eloFigure, eloWords, reachOf, whisker } from "./elo.js";
import { Games } from "./games.js";
import { LlrChart } from "./llr.js";
import { PairsChart } from "./pairs.js";
import { stateBadge } from "./state.js";

/** Seconds as "2 h 5 min", "4 min" or "30 s". */
export function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const KINDS = { sprt: "Sequential test (SPRT)", match: "Match", ablate: "Ablation", gauntlet: "Gauntlet", suite: "Suite", audit: "Audit", compare: "Comparison", why: "Why", spsa: "Tuning (SPSA)", plan: "Plan" };

/** A kind of run as people call it. */
export const kindWords = (kind) => KINDS[kind] ?? kind;

const figure = (title, about, element) =>
  el("section", { class: "run-figure" }, el("h3", {}, title), el("p", { class: "fine" }, about), element);

export class RunPage {
  constructor(app, { onBack }) {
    Object.assign(this, { app, run: null, watching: null, state: null });
    this.title = el("h2", { tabindex: -1 });
    this.badge = el("span", {});
    this.stop = button({ icon: "pause", text: "Stop", "data-test": "lab-stop", onclick: () => this.control("lab.stop") });
    this.resume = button({ icon: "play", text: "Resume", class: "primary", "data-test": "lab-resume", onclick: () => this.control("lab.resume") });
    this.report = el("a", { class: "button", target: "_blank", rel: "noopener", "data-test": "lab-report" }, "Report");
    this.trouble = el("p", { class: "error", role: "alert", hidden: true });
    this.verdict = el("p", { class: "run-verdict", "data-test": "lab-verdict" });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "Games played" });
    this.played = el("span", { class: "fine", "data-test": "lab-played" });
    this.facts = el("dl", { class: "run-facts" });
    [this.llr, this.elo, this.pairs, this.games] = [new LlrChart(), el("div", {}), new PairsChart(), new Games(app)];
    this.llrFigure = figure("LLR", "Log-likelihood ratio after each pair of games. The test ends where the path meets a bound.", this.llr.element);
    this.eloFigure = figure("Elo", "The difference with its 95 % interval. Beyond zero means stronger or weaker.", this.elo);
    this.pairsFigure = figure("Pairs", "Points of A from the two games of each pair, colours swapped.", this.pairs.element);
    this.variants = el("section", { class: "variants", hidden: true });
    this.element = el("article", { class: "run-page", hidden: true, "data-test": "lab-run" },
      button({ icon: "previous", text: "All runs", class: "quiet back", onclick: onBack }),
      el("div", { class: "section-head" }, el("div", { class: "row" }, this.title, this.badge), el("div", { class: "row" }, this.stop, this.resume, this.report)),
      this.trouble, this.verdict, el("div", { class: "run-progress" }, this.bar, this.played), this.facts,
      el("div", { class: "run-figures" }, this.llrFigure, this.eloFigure, this.pairsFigure), this.variants, this.games.element);
  }

  /** Shows a run; `focused` moves the focus to its title. */
  open(run, focused) {
    this.close();
    this.run = run;
    this.state = null;
    this.element.hidden = false;
    this.trouble.hidden = true;
    this.title.textContent = run;
    this.report.href = `/runs/${encodeURIComponent(run)}/report.html`;
    this.watch();
    this.games.show(run);
    if (focused) this.title.focus();
  }

  close() {
    this.watching?.cancel();
    this.watching = null;
    this.element.hidden = true;
  }

  /** Follows the run until another page is opened; a lost connection ends it, a new one begins it again. */
  watch() {
    this.watching?.cancel();
    const stream = this.app.stream("lab.watch", { run: this.run }, (update) => this.show(update));
    this.watching = stream;
    stream.done.then((last) => this.watching === stream && last?.kind && this.show(last), (error) => this.watching === stream && this.fail(error));
  }

  fail(error) {
    if (error.message === "Cancelled.") return;
    this.trouble.textContent = error.message;
    this.trouble.hidden = false;
  }

  async control(type) {
    this.trouble.hidden = true;
    this.stop.disabled = this.resume.disabled = true;
    try {
      await this.app.request(type, { run: this.run });
      this.app.announce(type === "lab.stop" ? "The run stops after the games in progress." : "The run goes on.");
      this.watch();
    } catch (error) {
      this.fail(error);
    } finally {
      this.stop.disabled = this.resume.disabled = false;
    }
  }

  show(update) {
    const { kind, title, players = [], games = 0, planned, score, pentanomial, elo, llr, bounds, verdict, state, eta, variants } = update;
    this.title.textContent = title || (players.length === 2 ? `${players[0]} against ${players[1]}` : this.run);
    fill(this.badge, stateBadge(state));
    this.stop.hidden = state !== "running";
    this.resume.hidden = state !== "stopped";
    this.verdict.textContent = verdict ?? "";
    this.bar.value = planned ? games / planned : 0;
    this.played.textContent = `${count(games)}${planned ? ` of at most ${count(planned)}` : ""} games${state === "running" && eta ? `, about ${typeof eta === "number" ? duration(eta) : eta} left` : ""}`;
    if (this.state && this.state !== state) this.app.announce(`The run is ${state}. ${verdict ?? ""}`);
    this.state = state;
    fill(this.facts, this.factRows({ kind, players, score, elo, llr, bounds }).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    this.llrFigure.hidden = !(llr && bounds);
    if (llr && bounds) this.llr.show(llr, bounds, games);
    this.eloFigure.hidden = !elo;
    if (elo) fill(this.elo, eloFigure(elo));
    this.pairsFigure.hidden = !pentanomial;
    if (pentanomial) this.pairs.show(pentanomial);
    this.games.grown(games);
    this.showVariants(variants);
  }

  factRows({ kind, players, score, elo, llr, bounds }) {
    const rows = [["Kind", kindWords(kind)]];
    if (players.length === 2) rows.push(["A", players[0]], ["B", players[1]]);
    if (score) {
      const [wins, draws, losses] = Array.isArray(score) ? score : [score.wins, score.draws, score.losses];
      const all = wins + draws + losses;
      rows.push(["Score of A", `+${count(wins)} =${count(draws)} −${count(losses)}${all > 0 ? ` (${percent((wins + draws / 2) / all)})` : ""}`]);
    }
    if (elo) rows.push(["Elo of A", eloWords(elo)]);
    if (llr?.length && bounds) rows.push(["LLR", `${signed(llr.at(-1), 2)} (${signed(bounds[0], 2)} to ${signed(bounds[1], 2)})`]);
    return rows;
  }

  /** An ablation has a row for each heuristic that was switched. */
  showVariants(variants) {
    this.variants.hidden = !variants?.length;
    if (!variants?.length) return;
    const reach = reachOf(variants.map(({ elo }) => elo));
    const rows = variants.map(({ name, elo, games }) => el("tr", {}, el("th", { scope: "row" }, name),
      el("td", { class: "variant-picture" }, whisker(elo, reach)), el("td", { class: "variant-elo" }, eloWords(elo)), el("td", {}, count(games ?? 0))));
    fill(this.variants, el("h3", {}, "Variants"), el("p", { class: "fine" }, "Elo of the engine with each change against the engine without it."),
      el("div", { class: "table-scroll", role: "region", "aria-label": "Variants", tabindex: 0 }, el("table", { class: "plain variant-table", "data-test": "lab-variants" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Change"), el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "Picture of the interval"), eloAxis(reach)), el("th", { scope: "col" }, "Elo"), el("th", { scope: "col" }, "Games"))),
        el("tbody", {}, rows))));
  }
}
