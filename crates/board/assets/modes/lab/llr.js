// The path of a sequential test: its log-likelihood ratio (LLR) after each pair, between the bounds
// at which one hypothesis is accepted.

import { svg } from "../../dom.js";
import { count, signed } from "../inside/words.js";
import { Chart, ticks } from "./chart.js";

const LEFT = 44;
const RIGHT = 14;
const TOP = 18;
const BOTTOM = 26;

function draw({ path, bounds, games }, width, height) {
  const [low, high] = bounds;
  const bottom = Math.min(low, ...path) * 1.12;
  const top = Math.max(high, ...path) * 1.12;
  const x = (index) => LEFT + (index / Math.max(1, path.length - 1)) * (width - LEFT - RIGHT);
  const y = (value) => TOP + ((top - value) / (top - bottom)) * (height - TOP - BOTTOM);
  const line = (value, className) => svg("line", { class: className, x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) });
  const text = (words, [left, base], className, anchor = "start") =>
    svg("text", { class: className, x: left, y: base, "text-anchor": anchor }, words);
  const gamesAt = (mark) => LEFT + (mark / Math.max(1, games)) * (width - LEFT - RIGHT);
  const points = path.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const last = path.at(-1) ?? 0;
  return [
    svg("rect", { class: "llr-between", x: LEFT, width: width - LEFT - RIGHT, y: y(high), height: y(low) - y(high) }),
    line(high, "llr-bound"), line(low, "llr-bound"), line(0, "chart-zero"),
    text("H1 accepted", [LEFT + 6, y(high) - 5], "chart-note"),
    text("H0 accepted", [LEFT + 6, y(low) + 14], "chart-note"),
    [low, 0, high].map((value) => text(signed(value, value === 0 ? 0 : 2), [LEFT - 6, y(value) + 4], "chart-tick", "end")),
    ticks(0, games, width < 420 ? 3 : 6).map((mark) =>
      text(count(mark), [gamesAt(mark), height - 8], "chart-tick", mark === 0 ? "start" : "middle")),
    path.length > 1 ? svg("polyline", { class: "llr-path", points }) : null,
    path.length > 0 ? svg("circle", { class: "llr-now", cx: x(path.length - 1), cy: y(last), r: 4 }) : null,
  ];
}

export class LlrChart {
  constructor() {
    this.chart = new Chart({ height: 240, draw, className: "llr" });
    this.element = this.chart.element;
  }

  /** `path` is the LLR after each pair, `bounds` its lower and upper bound. */
  show(path, bounds, games) {
    const now = path.at(-1) ?? 0;
    const [low, high] = bounds.map((bound) => signed(bound, 2));
    const words = `LLR after ${count(games)} games: ${signed(now, 2)}, between the bounds ${low} and ${high}`;
    this.chart.show({ path, bounds, games }, words);
  }
}
