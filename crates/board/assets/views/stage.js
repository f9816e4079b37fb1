// The board of the page with what stands around it: evaluation bar, players, controls.

import { Board } from "../board/board.js";
import { installPieces } from "../board/pieces.js";
import { choosePromotion } from "../board/promotion.js";
import { endsOf } from "../board/squares.js";
import { el } from "../dom.js";
import { ROOT } from "../game.js";
import { tab } from "../store.js";
import { mountControls } from "./controls.js";
import { EvalBar } from "./evalbar.js";
import { Players } from "./players.js";

/** @returns {object} the `board` of `app` */
export function mountBoard(app, element) {
  installPieces();
  const { session } = app;
  const evalBar = new EvalBar();
  const players = new Players(app);
  const board = new Board(
    "Chess board",
    rulesOf(
      app,
      () => board,
      () => draw(),
    ),
  );
  board.grid.id = "board";

  element.append(players.top, el("div", { class: "board-row" }, evalBar.element, board.element), players.bottom);

  function draw() {
    const move = session.game.node(session.current);
    const last = session.current === ROOT ? null : endsOf(move.uci);
    board.show({ fen: session.fen(), last, check: app.node()?.check ?? null });
  }

  function turn(orientation) {
    tab.set("orientation", orientation);
    board.turn(orientation);
    evalBar.turn(orientation);
    players.turn(orientation);
  }

  app.on("place", draw);
  app.on("node", (node) => board.refresh(node.check));
  app.on("gate", () => board.refresh());
  turn(tab.get("orientation") ?? "white");
  draw();
  // For the benchmark: from here on a position is to be seen.
  performance.mark("first-board");

  const api = {
    setArrows: (arrows) => board.overlay.setArrows(arrows),
    setHighlights: (highlights) => board.overlay.setHighlights(highlights),
    preview: (fen, last) => board.preview(fen, last),
    setEvaluation: (evaluation) => evalBar.show(evaluation),
    orientation: () => board.orientation,
    /** Scrolls the board into sight, where the page is longer than the window. */
    reveal: () => element.scrollIntoView({ block: "nearest" }),
    turn,
    flip: () => turn(board.orientation === "white" ? "black" : "white"),
  };
  element.append(mountControls(app, api));
  return api;
}

/** The rules of the board: the legal moves of the NODE, as far as the user may move now. */
function rulesOf(app, board, redraw) {
  let pending = false;
  const movesFrom = (square) => app.node()?.legal.filter((move) => move.from === square) ?? [];

  async function play(moves, square) {
    pending = true;
    try {
      const move = await chosen(moves, square);
      if (move) await app.userMove(move.uci);
      else redraw();
    } catch (error) {
      redraw();
      app.fail(error);
    } finally {
      pending = false;
      board().refresh();
    }
  }

  async function chosen(moves, square) {
    const promotions = moves.filter((move) => move.promotion);
    if (promotions.length === 0) return moves[0];
    const choice = await choosePromotion(board().element, {
      square,
      orientation: board().orientation,
      colour: app.node().turn,
      choices: promotions.map((move) => move.promotion),
    });
    return promotions.find((move) => move.promotion === choice);
  }

  return {
    mayPick: (square) => !pending && app.mayMove() && movesFrom(square).length > 0,
    targets: (square) => movesFrom(square).flatMap((move) => move.to),
    drop(from, to) {
      const moves = movesFrom(from).filter((move) => move.to.includes(to));
      if (moves.length === 0 || pending || !app.mayMove()) return false;
      play(moves, to);
      return true;
    },
    picked(square, targets) {
      if (square) app.announce(`${square} picked up. It can go to ${[...new Set(targets)].join(", ")}.`);
    },
  };
}
