// Small bars of SVG: lengths are attributes, so that no style attribute is needed.

import { svg } from "../../dom.js";

const percentOf = (share) => `${(Math.max(0, Math.min(1, share || 0)) * 100).toFixed(2)}%`;

/** A horizontal bar that fills `share` of its box; the number stands beside it as text. */
export function bar(share, className = "") {
  return svg("svg", { class: `bar ${className}`.trim(), "aria-hidden": "true" },
    svg("rect", { class: "bar-track", width: "100%", height: "100%", rx: 2 }),
    svg("rect", { class: "bar-fill", width: percentOf(share), height: "100%", rx: 2 }));
}

/** Upright bars side by side, the largest as high as the box; each has a tooltip. */
export function columns(values, { width = 6, height = 28, label, title }) {
  const most = Math.max(1, ...values);
  const bars = values.map((value, index) => {
    const tall = value > 0 ? Math.max(1.5, (value / most) * height) : 0;
    return svg("rect", { class: "column", x: index * width, y: height - tall, width: width - 1, height: tall },
      svg("title", {}, title(value, index)));
  });
  const all = Math.max(1, values.length) * width;
  const box = { viewBox: `0 0 ${all} ${height}`, width: all, height };
  return svg("svg", { class: "columns", role: "img", "aria-label": label, ...box }, bars);
}
