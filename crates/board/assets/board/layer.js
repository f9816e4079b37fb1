// The pieces that stand on a board: elements that move by transform only, so that neither a move
// nor a drag causes layout.

import { el } from "../dom.js";
import { pieceImage } from "./pieces.js";
import { cellOf } from "./squares.js";

export class PieceLayer {
  element = el("div", { class: "pieces", "aria-hidden": "true" });
  /** @type {Map<string, {letter: string, image: SVGElement}>} */
  #pieces = new Map();
  #orientation = "white";

  image(square) {
    return this.#pieces.get(square)?.image;
  }

  /** Shows `pieces`; what stands elsewhere than before slides there if `animate`. */
  show(pieces, orientation, animate) {
    const turned = orientation !== this.#orientation;
    this.#orientation = orientation;
    this.element.classList.toggle("still", !animate || turned);
    const next = new Map();
    const left = new Map();
    for (const [square, entry] of this.#pieces) {
      if (pieces.get(square) === entry.letter) next.set(square, entry);
      else left.set(square, entry);
    }
    for (const [square, letter] of pieces) {
      if (!next.has(square)) next.set(square, this.#take(left, letter) ?? this.#make(letter, square));
    }
    for (const { image } of left.values()) image.remove();
    this.#pieces = next;
    for (const [square, { image }] of next) this.#put(image, square);
  }

  /** Puts a piece that was dragged back on its square. */
  settle(square) {
    const image = this.image(square);
    if (image) this.#put(image, square);
  }

  /** A piece of the same kind that left its square: it is the one that moved. */
  #take(left, letter) {
    for (const [square, entry] of left) {
      if (entry.letter === letter) {
        left.delete(square);
        return entry;
      }
    }
    return null;
  }

  #make(letter, square) {
    const image = pieceImage(letter);
    this.#put(image, square);
    this.element.append(image);
    return { letter, image };
  }

  #put(image, square) {
    const [column, row] = cellOf(square, this.#orientation);
    image.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
  }
}
