// A band below the name of a wide cell: what ended the nodes of its whole subtree. Without it a large
// cell shows only its own reason, and the cuts are leaves that are too small to see.

import { svg } from "../../dom.js";
import { endOf } from "./palette.js";

/** Cells narrower than this get no band; this is the greatest number of bands. */
const NARROWEST = 28;
const MOST = 48;
/** Requests under way at the same time: the socket has other work as well. */
const SIDE_BY_SIDE = 3;

export const BAND = 7;

function draw(cell, reasons, bottom) {
  const whole = reasons.reduce((sum, { nodes }) => sum + nodes, 0);
  if (whole < 2) return;
  // Always in the same order, so that bands can be compared, and cuts first: they are the point.
  const rank = ({ reason }) => endOf(reason).place + (endOf(reason).family === "searched" ? 100 : 0);
  const sorted = reasons.toSorted((one, other) => rank(one) - rank(other));
  const width = Math.max(1, cell.width - 0.6);
  let x = cell.x;
  const parts = sorted.map(({ reason, nodes }) => {
    const end = endOf(reason);
    const wide = (nodes / whole) * width;
    const box = { x: x.toFixed(2), y: bottom - BAND, width: wide.toFixed(2), height: BAND };
    x += wide;
    return svg("g", { class: "band-part", "data-end": end.key, "data-reason": reason },
      svg("rect", { class: "band-box", ...box }),
      end.hatched && wide > 3 ? svg("rect", { ...box, fill: "url(#icicle-hatch)" }) : null);
  });
  cell.group.append(svg("g", { class: "band", "aria-hidden": "true" }, parts));
}

/** Asks for what is below the widest cells and draws it; `current()` says whether they are still shown. */
export async function drawBands(cells, reasonsOf, bottomOf, current) {
  const wanted = cells.filter(({ rest, width, branch }) => !rest && width >= NARROWEST && branch.nodes > 2)
    .sort((one, other) => other.width - one.width).slice(0, MOST);
  const next = wanted[Symbol.iterator]();
  const worker = async () => {
    for (const cell of next) {
      const reasons = cell.branch.reasons ?? (await reasonsOf(cell.branch.id));
      if (!current()) return;
      draw(cell, reasons, bottomOf(cell));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}
