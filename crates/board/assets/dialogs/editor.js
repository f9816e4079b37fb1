// The position editor: pieces by pointer or keyboard, side to move, castling, en passant, as FEN.

import { Board } from "../board/board.js";
import { pieceImage, pieceName } from "../board/pieces.js";
import { parsePlacement, writePlacement } from "../board/squares.js";
import { button, el, fill } from "../dom.js";
import { START_FEN } from "../game.js";
import { check, openDialog, segments } from "./dialog.js";

const PALETTE = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"];
const CASTLING = [
  ["K", "White O-O"],
  ["Q", "White O-O-O"],
  ["k", "Black O-O"],
  ["q", "Black O-O-O"],
];
const EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1";

export function openEditor(app) {
  let pieces = new Map();
  let rest = { turn: "w", castling: "-", passant: "-", clocks: "0 1" };
  let chess960 = app.session.game.chess960;
  /** The letter that a press puts down, "" for the eraser, null to move pieces. */
  let tool = null;
  let asked = 0;

  const fenField = el("input", {
    "aria-label": "FEN",
    class: "grow",
    spellcheck: "false",
    onchange: () => read(fenField.value),
  });
  const message = el("p", { class: "small", role: "status", "data-test": "editor-message" });
  const sides = el("div", { class: "stack" });
  const accept = button({ text: "Use this position", class: "primary", onclick: use });

  const board = new Board("Position editor", {
    mayPick: (square) => tool === null && pieces.has(square),
    targets: () => [],
    drop(from, to) {
      const letter = pieces.get(from);
      pieces.delete(from);
      if (to) pieces.set(to, letter);
      changed();
      return true;
    },
    press(square) {
      if (tool === null) return false;
      put(square, pieces.get(square) === tool ? "" : tool);
      return true;
    },
    key(square, key) {
      if (/^[kqrbnp]$/i.test(key)) put(square, key);
      else if (key === "Delete" || key === "Backspace") put(square, "");
      else return false;
      return true;
    },
  });
  board.turn(app.board.orientation());

  function put(square, letter) {
    if (letter) pieces.set(square, letter);
    else pieces.delete(square);
    changed();
  }

  const fen = () => `${writePlacement(pieces)} ${rest.turn} ${rest.castling} ${rest.passant} ${rest.clocks}`;

  function read(text) {
    const [placement, turn = "w", castling = "-", passant = "-", half = "0", full = "1"] = text.trim().split(/\s+/);
    pieces = parsePlacement(placement);
    rest = { turn: turn === "b" ? "b" : "w", castling, passant, clocks: `${half} ${full}` };
    drawSides();
    changed();
  }

  /** Shows the position and asks the server what it thinks of it. */
  async function changed() {
    board.show({ fen: fen() }, { slide: false });
    fenField.value = fen();
    asked += 1;
    const number = asked;
    try {
      const { repairs } = await app.request("setup", { fen: fen() });
      if (number === asked) judged(repairs.length ? repairs.join(" ") : "This position can be played.", false);
    } catch (error) {
      if (number === asked) judged(error.message, true);
    }
  }

  function judged(text, wrong) {
    fill(message, text);
    message.classList.toggle("error", wrong);
    accept.disabled = wrong;
  }

  function drawSides() {
    const toggle = (letter) => (on) => {
      const letters = CASTLING.map(([each]) => each).filter((each) =>
        each === letter ? on : rest.castling.includes(each),
      );
      rest.castling = letters.join("") || "-";
      changed();
    };
    const passant = el("input", {
      "aria-label": "En passant square",
      value: rest.passant,
      maxlength: "2",
      size: "3",
      onchange: () => {
        rest.passant = passant.value.trim() || "-";
        changed();
      },
    });
    fill(
      sides,
      segments(
        "To move",
        [
          ["w", "White"],
          ["b", "Black"],
        ],
        rest.turn,
        (turn) => {
          rest.turn = turn;
          changed();
        },
      ),
      el(
        "fieldset",
        { class: "field" },
        el("legend", {}, "Castling"),
        el(
          "div",
          { class: "castling" },
          CASTLING.map(([letter, label]) => check(label, rest.castling.includes(letter), toggle(letter))),
        ),
      ),
      el(
        "div",
        { class: "row" },
        el("label", { class: "field" }, el("span", {}, "En passant"), passant),
        check("Chess960", chess960, (on) => (chess960 = on)),
      ),
    );
  }

  function choose(letter) {
    tool = tool === letter ? null : letter;
    for (const each of palette.querySelectorAll("button"))
      each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
    board.refresh();
  }

  const palette = el(
    "div",
    { class: "palette", role: "group", "aria-label": "Pieces to put down" },
    PALETTE.map((letter) =>
      el(
        "button",
        {
          type: "button",
          "data-tool": letter,
          "aria-pressed": "false",
          "aria-label": pieceName(letter),
          title: pieceName(letter),
          onclick: () => choose(letter),
        },
        pieceImage(letter),
      ),
    ),
    el(
      "button",
      { type: "button", class: "eraser", "data-tool": "", "aria-pressed": "false", onclick: () => choose("") },
      "Erase",
    ),
  );

  async function shuffled() {
    try {
      const answer = await app.request("chess960", {});
      chess960 = true;
      read(answer.fen);
    } catch (error) {
      judged(error.message, true);
    }
  }

  async function use() {
    try {
      const answer = await app.request("setup", { fen: fen() });
      if (!(await app.openGame({ start: answer.fen, chess960 }))) return;
      dialog.close();
    } catch (error) {
      judged(error.message, true);
    }
  }

  const dialog = openDialog({
    title: "Set up a position",
    wide: true,
    content: [
      el(
        "div",
        { class: "editor" },
        el("div", { class: "stack tight" }, board.element, palette),
        el(
          "div",
          { class: "stack" },
          sides,
          el(
            "div",
            { class: "row" },
            button({ text: "Start position", onclick: () => read(START_FEN) }),
            button({ text: "Empty board", onclick: () => read(EMPTY_FEN) }),
            button({ text: "Chess960", title: "A random start position of Chess960", onclick: shuffled }),
            button({
              icon: "flip",
              label: "Flip the editor",
              class: "icon-only",
              onclick: () => board.turn(board.orientation === "white" ? "black" : "white"),
            }),
          ),
          el(
            "p",
            { class: "small muted" },
            "Choose a piece and click squares, or drag pieces; off the board they are removed. On a square, the keys K Q R B N P put down White's pieces, small letters Black's, Delete removes.",
          ),
        ),
      ),
      el("div", { class: "row" }, fenField),
    ],
    actions: [accept, button({ text: "Cancel", onclick: () => dialog.close() }), message],
  });
  read(app.session.fen());
}
