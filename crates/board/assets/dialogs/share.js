// The game and the position to take away: FEN, PGN, picture.

import { endsOf } from "../board/squares.js";
import { miniBoard, pictureText } from "../board/picture.js";
import { button, el } from "../dom.js";
import { copyText, fileName, saveFile } from "../files.js";
import { ROOT } from "../game.js";
import { openDialog } from "./dialog.js";

export function openShare(app) {
  const { session } = app;
  const { game, current } = session;
  const fen = session.fen();
  const look = { orientation: app.board.orientation(), last: current === ROOT ? null : endsOf(game.node(current).uci) };
  const name = [game.tag("White"), game.tag("Black")].filter(Boolean).join(" ");
  const fenField = el("input", {
    readonly: true,
    value: fen,
    class: "grow",
    "aria-label": "FEN of the position",
    onfocus: () => fenField.select(),
  });
  const pgn = el("textarea", {
    readonly: true,
    rows: "8",
    "aria-label": "PGN of the game",
    placeholder: "Writing the game…",
  });
  /** Not before the game is written: an error is no game. */
  const takePgn = [
    button({ icon: "copy", text: "Copy PGN", disabled: true, onclick: () => copyText(app, pgn.value, "PGN") }),
    button({
      icon: "download",
      text: "Download PGN",
      disabled: true,
      onclick: () => saveFile(fileName(name, "pgn"), "application/x-chess-pgn", pgn.value),
    }),
  ];
  const trouble = el("p", { class: "error", role: "alert" });

  openDialog({
    title: "Share",
    wide: true,
    content: [
      el(
        "section",
        { class: "stack tight" },
        el("h3", {}, "Position"),
        el(
          "div",
          { class: "row" },
          fenField,
          button({ icon: "copy", text: "Copy FEN", onclick: () => copyText(app, fen, "FEN") }),
        ),
      ),
      el(
        "section",
        { class: "stack tight" },
        el("h3", {}, "Game"),
        pgn,
        el(
          "div",
          { class: "row" },
          takePgn,
        ),
        trouble,
      ),
      el(
        "section",
        { class: "stack tight" },
        el("h3", {}, "Picture"),
        el(
          "div",
          { class: "row" },
          el("div", { class: "share-picture" }, miniBoard(fen, look)),
          button({
            icon: "download",
            text: "Download SVG",
            onclick: () => saveFile(fileName(name || "position", "svg"), "image/svg+xml", pictureText(fen, look)),
          }),
        ),
      ),
    ],
  });
  app
    .post("/api/pgn/write", { game: game.toServer() })
    .then(({ text }) => {
      pgn.value = text;
      for (const each of takePgn) each.disabled = false;
    })
    .catch((error) => {
      pgn.placeholder = "";
      trouble.textContent = error.message;
    });
}
