// Elo differences with their intervals: dots with whiskers around zero. Places are percentages, so a
// picture fits every width.

import { el, svg } from "../../dom.js";
import { signed } from "../inside/words.js";
import { ticks } from "./chart.js";

/** Ends beyond this are cut: what loses by more needs no exact place. */
const FARTHEST = 800;

/** "+12.3 (−4.0 to +28.7)"; an end that nobody knows is left open. */
export function eloWords(elo) {
  if (!elo || elo.value === null || elo.value === undefined) return "not known yet";
  const end = (value) => (value === null || value === undefined ? "…" : signed(value, 1));
  return `${signed(elo.value, 1)} (${end(elo.low)} to ${end(elo.high)})`;
}

const within = (value, open) => Math.max(-FARTHEST, Math.min(FARTHEST, value ?? open));

/** How far an axis must reach to both sides of zero for these differences. */
export function reachOf(elos) {
  const ends = elos.filter(Boolean).flatMap(({ low, high }) => [within(low, -FARTHEST), within(high, FARTHEST)]);
  return Math.max(5, ...ends.map(Math.abs)) * 1.08;
}

const place = (value, reach) => `${(50 + (value / reach) * 48).toFixed(2)}%`;

/** One difference: the number stands beside it as text, so the picture is hidden from screen readers. */
export function whisker(elo, reach) {
  const zero = svg("line", { class: "chart-zero", x1: "50%", x2: "50%", y1: 0, y2: "100%" });
  if (!elo || elo.value === null || elo.value === undefined) return svg("svg", { class: "whisker", "aria-hidden": "true" }, zero);
  const tone = elo.low > 0 ? "elo-better" : elo.high < 0 ? "elo-worse" : "elo-open";
  const [low, high] = [place(within(elo.low, -FARTHEST), reach), place(within(elo.high, FARTHEST), reach)];
  return svg("svg", { class: `whisker ${tone}`, "aria-hidden": "true" }, zero,
    svg("line", { class: "elo-whisker", x1: low, x2: high, y1: "50%", y2: "50%" }),
    svg("circle", { class: "elo-dot", cx: place(within(elo.value, 0), reach), cy: "50%", r: 5 }));
}

/** The numbers below whiskers of the same reach. */
export function eloAxis(reach) {
  const label = (mark) => svg("text", { x: place(mark, reach), y: 14, "text-anchor": "middle" }, signed(mark));
  return svg("svg", { class: "elo-axis chart", "aria-hidden": "true" }, ticks(-reach, reach, 4).map(label));
}

/** One difference, large. */
export function eloFigure(elo) {
  const reach = reachOf([elo]);
  const words = eloWords(elo).split(" (");
  return el("div", { class: "elo-large" },
    el("p", { class: "elo-number" }, words[0], words[1] ? el("span", { class: "elo-interval" }, ` (${words[1]}`) : null),
    whisker(elo, reach), eloAxis(reach));
}
