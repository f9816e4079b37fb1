// Charts that are drawn for the width they have, so that their text keeps its size.

import { el, fill, svg } from "../../dom.js";

/** A chart with a fixed height: `draw(data, width, height)` returns its SVG children. */
export class Chart {
  constructor({ height, draw, className }) {
    Object.assign(this, { height, draw, data: null, width: 0 });
    this.picture = svg("svg", { class: `chart ${className}`, role: "img", height });
    this.element = el("div", { class: "chart-box" }, this.picture);
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry.contentRect.width);
      if (width > 0 && width !== this.width) {
        this.width = width;
        this.redraw();
      }
    }).observe(this.element);
  }

  /** `label` says in words what the picture shows. */
  show(data, label) {
    this.data = data;
    this.picture.setAttribute("aria-label", label);
    this.redraw();
  }

  redraw() {
    if (this.data === null || this.width === 0) return;
    this.picture.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    fill(this.picture, this.draw(this.data, this.width, this.height));
  }
}

/** Round numbers that divide a range into about `wanted` parts. */
export function ticks(low, high, wanted = 5) {
  const rough = (high - low) / wanted;
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const marks = [];
  for (let mark = Math.ceil(low / step) * step; mark <= high + step * 1e-9; mark += step) {
    marks.push(Math.abs(mark) < step * 1e-9 ? 0 : Number(mark.toPrecision(12)));
  }
  return marks;
}
