// The figures of a run: what was played, the LLR, Elo, pairs, and the variants of an ablation.

import { el, fill } from "../../dom.js";
import { note, scrolling, tableHead, tableRow } from "../inside/parts.js";
import { count, percent, signed } from "../inside/words.js";
import { eloAxis, eloFigure, eloWords, reachOf, whisker } from "./elo.js";
import { kindWords } from "./kinds.js";
import { LlrChart } from "./llr.js";
import { PairsChart } from "./pairs.js";

const figure = (title, about, element) => el("section", { class: "run-figure" }, el("h3", {}, title), note(about), element);

/** "+60 =145 −53 (51 %)". */
function tallyWords([wins, draws, losses]) {
  const all = wins + draws + losses;
  const share = all > 0 ? ` (${percent((wins + draws / 2) / all)})` : "";
  return `+${count(wins)} =${count(draws)} −${count(losses)}${share}`;
}

export class Figures {
  constructor() {
    [this.llr, this.elo, this.pairs] = [new LlrChart(), el("div", {}), new PairsChart()];
    this.facts = el("dl", { class: "run-facts" });
    this.llrFigure = figure("LLR",
      "Log-likelihood ratio after each pair of games. The test ends where the path meets a bound.", this.llr.element);
    this.eloFigure = figure("Elo", "The difference with its 95 % interval. Beyond zero means stronger or weaker.", this.elo);
    this.pairsFigure = figure("Pairs", "Points of A from the two games of each pair, colours swapped.", this.pairs.element);
    this.variants = el("section", { class: "variants", hidden: true });
    this.element = el("div", { class: "run-overview" }, this.facts,
      el("div", { class: "run-figures" }, this.llrFigure, this.eloFigure, this.pairsFigure), this.variants);
  }

  show(update) {
    const { games, elo, llr, bounds, pentanomial, variants } = update;
    fill(this.facts, this.factRows(update).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    this.llrFigure.hidden = !llr;
    if (llr) this.llr.show(llr, bounds, games);
    this.eloFigure.hidden = !elo;
    if (elo) fill(this.elo, eloFigure(elo));
    this.pairsFigure.hidden = !pentanomial;
    if (pentanomial) this.pairs.show(pentanomial);
    this.variants.hidden = !variants?.length;
    if (variants?.length) this.showVariants(variants);
  }

  factRows({ kind, players, limit, score, llr, bounds }) {
    const rows = [["Kind", kindWords(kind)]];
    if (limit) rows.push(["Limit", limit]);
    if (players.length === 2) rows.push(["A", players[0]], ["B", players[1]]);
    if (score) rows.push(["Score of A", tallyWords(score)]);
    if (llr) rows.push(["LLR", `${signed(llr.at(-1), 2)} (${signed(bounds[0], 2)} to ${signed(bounds[1], 2)})`]);
    return rows;
  }

  /** An ablation has a row for each heuristic that was switched, a comparison one for each two players. */
  showVariants(variants) {
    const reach = reachOf(variants.map(({ elo }) => elo));
    const picture = [el("span", { class: "visually-hidden" }, "Picture of the interval"), eloAxis(reach)];
    const rows = variants.map(({ name, elo, games }) => tableRow(name,
      el("td", { class: "variant-picture" }, whisker(elo, reach)),
      el("td", { class: "variant-elo" }, eloWords(elo)), count(games)));
    fill(this.variants, el("h3", {}, "Variants"),
      note("Elo of the first player: the engine with a change against the engine without it."),
      scrolling("Variants", el("table", { class: "plain variant-table", "data-test": "lab-variants" },
        tableHead(["Change", picture, "Elo", "Games"]), el("tbody", {}, rows))));
  }
}
