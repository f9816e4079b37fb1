// The legend of the icicle: what ended the nodes of the shown subtree, by family. Each entry is a
// switch that highlights its nodes.

import { el, fill } from "../../dom.js";
import { FAMILIES, endOf } from "./palette.js";
import { count, percent } from "./words.js";

/** The coloured square with the code of a reason; the code is what tells it from its neighbours. */
export function swatch(reason) {
  const end = endOf(reason);
  const look = end.hatched ? "swatch swatch-hatched" : "swatch";
  return el("span", { class: look, "data-end": end.key, "aria-hidden": "true" }, end.code);
}

export class Legend {
  /** `titles` maps heuristics to what they assume; `onChange` gets the set of chosen reasons. */
  constructor({ titles, onChange }) {
    Object.assign(this, { titles, onChange, chosen: new Set() });
    const label = "Highlight what ended the nodes";
    this.element = el("div", { class: "legend", role: "group", "aria-label": label, "data-test": "legend" });
  }

  show(reasons) {
    const all = reasons.reduce((sum, row) => sum + row.nodes, 0);
    for (const reason of this.chosen) {
      if (!reasons.some((row) => row.reason === reason)) this.chosen.delete(reason);
    }
    fill(this.element, FAMILIES.map(({ key, label }) => {
      const rows = reasons.filter((row) => endOf(row.reason).family === key);
      if (rows.length === 0) return null;
      return el("div", { class: "legend-family" },
        el("span", { class: "legend-title" }, label), rows.map((row) => this.entry(row, all)));
    }));
    this.onChange(this.chosen);
  }

  entry({ reason, nodes }, all) {
    const chip = el("button", {
      type: "button",
      class: "legend-entry",
      "aria-pressed": String(this.chosen.has(reason)),
      title: this.titles.get(reason) ?? `${count(nodes)} nodes`,
      "data-reason": reason,
      onclick: () => {
        if (!this.chosen.delete(reason)) this.chosen.add(reason);
        chip.setAttribute("aria-pressed", String(this.chosen.has(reason)));
        this.onChange(this.chosen);
      },
    }, swatch(reason), el("span", {}, endOf(reason).label), el("span", { class: "legend-share" }, percent(nodes / all)));
    return chip;
  }

  /** Highlights one reason alone, if it ended a node here. */
  choose(reason) {
    const chips = [...this.element.querySelectorAll("button")];
    this.chosen = new Set(chips.some((chip) => chip.dataset.reason === reason) ? [reason] : []);
    for (const chip of chips) chip.setAttribute("aria-pressed", String(this.chosen.has(chip.dataset.reason)));
    this.onChange(this.chosen);
  }
}
