// A position as one SVG: the small boards of the page, and the picture that is shared.

import { svg } from "../dom.js";
import { symbols } from "./pieces.js";
import { cellOf, parsePlacement, squareAt } from "./squares.js";

/** Squares and pieces in units of one square; pieces refer to the symbols of the document. */
function boardGroup(fen, { orientation = "white", last = null }) {
  const marked = new Set(last ? [last.from, last.to] : []);
  const squares = [];
  for (let place = 0; place < 64; place += 1) {
    const [x, y] = [place % 8, Math.floor(place / 8)];
    const shade = (x + y) % 2 ? "dark" : "light";
    squares.push(svg("rect", { x, y, width: 1, height: 1, class: `${shade}-square` }));
    if (marked.has(squareAt(x, y, orientation)))
      squares.push(svg("rect", { x, y, width: 1, height: 1, class: "last-square" }));
  }
  const pieces = [...parsePlacement(fen)].map(([square, letter]) => {
    const [x, y] = cellOf(square, orientation);
    return svg("use", { href: `#piece-${letter}`, x, y, width: 1, height: 1 });
  });
  return svg("g", {}, squares, pieces);
}

/** A small board inside the page. */
export function miniBoard(fen, options = {}) {
  return svg("svg", { class: "mini-board", viewBox: "0 0 8 8", "aria-hidden": "true" }, boardGroup(fen, options));
}

/** Properties that the picture must carry itself, because outside the page there is no style sheet. */
const CARRIED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"];

/** Writes the computed styles into `copy`, where they differ from what it inherits. */
function carryStyles(source, copy, inherited) {
  const style = getComputedStyle(source);
  const own = Object.fromEntries(CARRIED.map((name) => [name, style.getPropertyValue(name)]));
  for (const name of CARRIED) if (own[name] !== inherited[name]) copy.setAttribute(name, own[name]);
  copy.removeAttribute("class");
  [...source.children].forEach((child, place) => carryStyles(child, copy.children[place], own));
}

/** The position as the text of an SVG file that needs nothing else. */
export function pictureText(fen, { orientation = "white", last = null } = {}) {
  const used = new Set([...parsePlacement(fen).values()].map((letter) => `piece-${letter}`));
  const live = svg(
    "svg",
    { class: "mini-board", viewBox: "0 0 8 8", width: 640, height: 640 },
    svg(
      "defs",
      {},
      symbols().filter((symbol) => used.has(symbol.id)),
    ),
    boardGroup(fen, { orientation, last }),
  );
  // Styles can only be computed for elements of the document, so the picture is in it for a moment.
  live.setAttribute("aria-hidden", "true");
  document.body.append(live);
  const copy = live.cloneNode(true);
  carryStyles(live, copy, {});
  live.remove();
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}
