// The five counts of pairs: how often the two games of a pair together gave A 0, ½, 1, 1½ or 2 points.

import { svg } from "../../dom.js";
import { count, percent } from "../inside/words.js";
import { Chart } from "./chart.js";

const POINTS = ["0", "½", "1", "1½", "2"];
const TOP = 18;
const FOOT = 22;

function draw(counts, width, height) {
  const most = Math.max(1, ...counts);
  const step = width / counts.length;
  const room = height - TOP - FOOT;
  return counts.map((pairs, index) => {
    const tall = (pairs / most) * room;
    const top = TOP + room - tall;
    const middle = index * step + step / 2;
    return svg("g", { class: `points points-${index}` },
      svg("rect", { class: "points-bar", x: middle - step * 0.36, width: step * 0.72, y: top, height: Math.max(1, tall), rx: 2 }),
      svg("text", { class: "chart-value", x: middle, y: top - 5, "text-anchor": "middle" }, count(pairs)),
      svg("text", { class: "chart-tick", x: middle, y: height - 6, "text-anchor": "middle" }, POINTS[index]));
  });
}

export class PairsChart {
  constructor() {
    this.chart = new Chart({ height: 150, draw, className: "points-chart" });
    this.element = this.chart.element;
  }

  show(counts) {
    const all = counts.reduce((sum, pairs) => sum + pairs, 0);
    const share = (pairs) => (all > 0 ? ` (${percent(pairs / all)})` : "");
    const words = counts.map((pairs, index) => `${POINTS[index]} points ${count(pairs)}${share(pairs)}`);
    this.chart.show(counts, `Pairs by the points of A: ${words.join(", ")}`);
  }
}
