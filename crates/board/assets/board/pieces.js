// The piece set, drawn for this page on a grid of 100.
// A symmetrical piece is one half outline, from the top of its axis to the bottom, drawn twice: the
// left half in the light tone, the right half in the shade. The path is open along the axis, so that
// it is filled up to there but not outlined there.

import { svg } from "../dom.js";

const BASE = "C75 79 77 82 77 85.500V89H50";

const HALVES = {
  p: "M50 21C58 21 64 26.8 64 34.200C64 38.6 61.9 42.3 58.6 44.600L65.5 48.200C67 50.6 65.8 52.8 63.5 53H59.300C60.5 63 64.3 69.5 69.5 74C72.5 76.7 74 80 74 84.500V89H50",
  r: "M50 21H56.500V27.500H63.200V21H73.500V37L65.8 44L67.4 69L71 75" + BASE,
  b:
    "M50 21.500C60.5 28.5 68 37.5 68 47.500C68 54 65 58.7 60.8 61.600L65.6 64.400C66.8 66.6 65.8 68.8 63.8 69.200H60.200C62 73.6 66.5 74.6 71 76" +
    BASE,
  q: "M50 25L57.6 47.500L67.5 26.500L70 49.500L83.5 36L76 66.500C74.5 69.5 73.5 72 72.5 76" + BASE,
  k:
    "M50 27C54.8 27 57.8 31.2 57.2 36.800C60.5 32.5 66 30.8 71.5 32.200C82.5 35.2 86.2 47.5 79.8 57.500C76.5 62.5 74 67 72.5 76" +
    BASE,
};

/** Lines on the body, over both halves. */
const LINES = {
  p: "M40.5 53H59.500M27.5 80.500H72.5",
  r: "M33.5 44H66.500M32 69H68M26 80.500H74",
  b: "M39.5 69.200H60.500M27.5 80.500H72.500M56 36.500L48.5 49",
  q: "M25.5 67.500C40 63.5 60 63.5 74.5 67.500M27 76C42 73 58 73 73 76",
  k: "M27 67.500C41 63 59 63 73 67.500M27.2 76C42 72.5 58 72.5 72.8 76M50 38V58",
};

/** What stands on top, outlined like the body. */
const TOPS = {
  b: "M50 11.500A5.2 5.2 0 1 0 50 21.900A5.2 5.2 0 1 0 50 11.500Z",
  q: [
    [16.5, 32.5],
    [32.5, 22.5],
    [50, 20.5],
    [67.5, 22.5],
    [83.5, 32.5],
  ]
    .map(([x, y]) => `M${x} ${y - 4.6}A4.6 4.6 0 1 0 ${x} ${y + 4.6}A4.6 4.6 0 1 0 ${x} ${y - 4.6}Z`)
    .join(""),
  k: "M47 27V20.500H40.500V14.500H47V8H53V14.500H59.500V20.500H53V27Z",
};

const KNIGHT = {
  body: "M33 89C32.5 77 38 70.5 45 64.500C50.5 59.8 53 56 53 50.500C48.5 56.5 42.5 58 37.5 58.500L30.5 65.500C28 68 24 68.3 20.8 66.300C17 64 16.3 59.5 18.8 56L29.5 40C31.5 31 36 25 42 21.500L43.5 12.500L51.5 19C68.5 22 80.5 38 80.5 64C80.5 73 79.5 81 77.5 89Z",
  shade: "M51.5 19C68.5 22 80.5 38 80.5 64C80.5 73 79.5 81 77.5 89H63C67.5 68 69 38 51.5 19Z",
  lines: "M53 50.500C54.2 47.5 54.5 45 54.2 42M24.5 59.500L26 58M34.5 80.500H77",
  eye: "M40.5 32.200A2.9 2.9 0 1 0 40.5 38A2.9 2.9 0 1 0 40.5 32.200Z",
};

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** "white pawn" for "P". */
export function pieceName(letter) {
  return `${letter === letter.toUpperCase() ? "white" : "black"} ${NAMES[letter.toLowerCase()]}`;
}

function shapes(type) {
  if (type === "n") {
    return [
      svg("path", { class: "tone", d: KNIGHT.body }),
      svg("path", { class: "shade", d: KNIGHT.shade }),
      svg("path", { class: "outline", d: KNIGHT.body }),
      svg("path", { class: "detail", d: KNIGHT.lines }),
      svg("path", { class: "eye", d: KNIGHT.eye }),
    ];
  }
  return [
    TOPS[type] ? svg("path", { class: "tone outline", d: TOPS[type] }) : null,
    // The left half reaches a little beyond the axis, so that no gap shows between the two.
    svg("path", { class: "tone outline", d: HALVES[type], transform: "matrix(-1 0 0 1 100.5 0)" }),
    svg("path", { class: "shade outline", d: HALVES[type] }),
    svg("path", { class: "detail", d: LINES[type] }),
  ];
}

/** One symbol per piece, "piece-P" to "piece-k", for `<use>`. */
export function symbols() {
  return [..."PNBRQKpnbrqk"].map((letter) =>
    svg(
      "symbol",
      { id: `piece-${letter}`, viewBox: "0 0 100 100", class: letter === letter.toUpperCase() ? "white" : "black" },
      ...shapes(letter.toLowerCase()),
    ),
  );
}

/** Puts the symbols into the document, once. */
export function installPieces() {
  document.body.append(svg("svg", { class: "sprite", width: 0, height: 0, "aria-hidden": "true" }, ...symbols()));
}

/** A piece as an element of its own. */
export function pieceImage(letter) {
  return svg(
    "svg",
    { class: "piece", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("use", { href: `#piece-${letter}` }),
  );
}
