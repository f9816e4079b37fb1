// Asks which piece a pawn becomes. Works with pointer and keyboard; Escape takes the move back.

import { el } from "../dom.js";
import { pieceImage } from "./pieces.js";
import { cellOf } from "./squares.js";

const LETTERS = { queen: "q", knight: "n", rook: "r", bishop: "b" };

/**
 * @param {HTMLElement} host the board's element
 * @param {{square: string, orientation: string, colour: "white" | "black", choices: string[]}} options
 * @returns {Promise<string | null>} "queen", ... or null
 */
export function choosePromotion(host, { square, orientation, colour, choices }) {
  return new Promise((resolve) => {
    const finish = (choice) => {
      shade.remove();
      before?.focus?.({ preventScroll: true });
      resolve(choice);
    };
    const before = document.activeElement;
    const order = Object.keys(LETTERS).filter((name) => choices.includes(name));
    const buttons = order.map((name) => {
      const letter = colour === "white" ? LETTERS[name].toUpperCase() : LETTERS[name];
      return el("button", { type: "button", "aria-label": name, onclick: () => finish(name) }, pieceImage(letter));
    });
    const [column, row] = cellOf(square, orientation);
    const dialog = el(
      "div",
      {
        class: "promotion",
        role: "dialog",
        "aria-modal": "true",
        "aria-label": "Promote to",
        style: { "--column": String(column), "--row": String(row < 4 ? 0 : 8 - order.length) },
      },
      row < 4 ? buttons : buttons.toReversed(),
    );
    const shade = el("div", { class: "shade" }, dialog);
    shade.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      if (event.target === shade) finish(null);
    });
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const shown = [...dialog.children];
      const place = shown.indexOf(document.activeElement);
      const step =
        { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key] ??
        (event.key === "Tab" ? (event.shiftKey ? -1 : 1) : 0);
      if (event.key === "Escape") finish(null);
      if (step === 0) return;
      event.preventDefault();
      shown[(place + step + shown.length) % shown.length].focus();
    });
    host.append(shade);
    buttons[0].focus({ preventScroll: true });
  });
}
