// Play against the engine: the form for a new game, and what can be done while one is played.

import { button, el, fill } from "../dom.js";
import { endsOf } from "../board/squares.js";
import { confirm } from "../dialogs/dialog.js";
import { Game } from "../game.js";
import { moveWords } from "../score.js";
import { Match } from "./play/match.js";
import { setupForm } from "./play/setup.js";

export function mount(app, element) {
  const form = el("div", { class: "card" });
  const status = el("p", { class: "status", "data-test": "status", role: "status" });
  const takeBack = button({ icon: "undo", text: "Take back", onclick: () => match.takeBack() });
  const whilePlaying = [
    button({ icon: "hint", text: "Hint", onclick: hint }),
    button({ icon: "draw", text: "Offer draw", onclick: offerDraw }),
    button({ icon: "flag", text: "Resign", onclick: resign }),
  ];
  const afterwards = [
    button({ icon: "review", text: "Analyse", onclick: () => app.switchMode("analyse") }),
    button({ icon: "plus", text: "New game", onclick: chooseAgain }),
    button({ text: "Rematch", class: "primary", onclick: rematch }),
  ];
  const table = el(
    "div",
    { class: "card stack" },
    status,
    el("div", { class: "tiles" }, takeBack, whilePlaying, afterwards),
  );
  element.append(form, table);

  /** Whether the user asked for the form although there is a finished game to show. */
  let choosing = false;
  const match = new Match(app, () => {
    app.emit("gate");
    draw();
  });

  app.mayMove = () => match.mayMove();
  app.whyNoMove = () =>
    match.humanToMove ? "This is an earlier position of the game. Go to its end to move." : "It is not your turn.";
  app.mayEdit = () => !match.active;
  app.mayLeaveGame = async () => {
    if (!match.active) return true;
    const leave = await confirm(
      "Leave the game?",
      "You are playing against Secateur. The game ends without a result.",
      "Leave the game",
    );
    if (leave) match.abandon();
    return leave;
  };

  /** Whether the game on the board was played here. */
  const isOver = () => match.terms !== null && app.session.game.isMatch;

  function draw() {
    const playing = match.active || (isOver() && !choosing);
    form.hidden = playing;
    table.hidden = !playing;
    if (!playing) return;
    const [hintButton, drawButton] = whilePlaying;
    fill(status, statusText());
    takeBack.disabled = !match.canTakeBack();
    hintButton.disabled = drawButton.disabled = !match.humanToMove;
    for (const each of whilePlaying) each.hidden = !match.active;
    for (const each of afterwards) each.hidden = match.active;
  }

  function statusText() {
    const { game } = app.session;
    if (!match.active) return game.ending ?? "The game was left without a result.";
    if (!match.humanToMove) return match.thinking ? "Secateur is thinking…" : "Secateur is to move.";
    return game.rootChildren.length === 0 ? "Your move. You begin." : "Your move.";
  }

  function start(game, terms) {
    choosing = false;
    match.start(game, terms);
    app.board.reveal();
  }

  function chooseAgain() {
    choosing = true;
    draw();
    form.querySelector("input:checked")?.focus();
  }

  /** The same terms with the colours changed. */
  function rematch() {
    const { start: fen, chess960 } = app.session.game;
    start(new Game({ start: fen, chess960 }), {
      ...match.terms,
      human: match.terms.human === "white" ? "black" : "white",
    });
  }

  async function hint() {
    try {
      const { uci, san } = await match.hint();
      app.board.setArrows([{ ...endsOf(uci), kind: "hint" }]);
      app.announce(`Hint: ${moveWords(san)}.`);
      app.toast(`Hint: ${san}`);
    } catch (error) {
      app.fail(error);
    }
  }

  function offerDraw() {
    if (match.offerDraw()) return;
    app.toast("Secateur declines the draw.");
  }

  async function resign() {
    if (await confirm("Resign?", "The game counts as lost.", "Resign")) match.resign();
  }

  const drawForm = () => fill(form, setupForm(app, start));
  app.on("hello", drawForm);
  app.on("game", draw);
  app.on("place", () => app.mode() === "play" && app.board.setArrows([]));
  app.on("take-back", () => {
    if (match.active || (app.mode() === "play" && isOver())) match.takeBack();
    else app.session.takeBack();
  });
  drawForm();
  draw();

  const clear = () => app.board.setArrows([]);
  return { show: clear, hide: clear };
}
