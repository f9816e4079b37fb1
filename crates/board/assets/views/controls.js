// The row below the board: to and fro in the game, flip, and a field for typed moves.

import { button, el } from "../dom.js";
import { ROOT } from "../game.js";

/** Steps through the game, used by the buttons and the keyboard. */
export function steps(app) {
  const { session } = app;
  return {
    first: () => session.goTo(ROOT),
    previous: () => session.goTo(session.game.parent(session.current)),
    next: () => session.goTo(session.game.children(session.current)[0]),
    last: () => session.goTo(session.game.end(session.current)),
  };
}

export function mountControls(app, board) {
  const { session } = app;
  const step = steps(app);
  const back = [
    button({ icon: "first", label: "Go to the start", class: "quiet icon-only", onclick: step.first }),
    button({ icon: "previous", label: "Previous move", class: "quiet icon-only", onclick: step.previous }),
  ];
  const forward = [
    button({ icon: "next", label: "Next move", class: "quiet icon-only", onclick: step.next }),
    button({ icon: "last", label: "Go to the end", class: "quiet icon-only", onclick: step.last }),
  ];

  const refresh = () => {
    for (const each of back) each.disabled = session.current === ROOT;
    for (const each of forward) each.disabled = session.game.children(session.current).length === 0;
  };
  app.on("place", refresh);
  app.on("game", refresh);
  refresh();

  return el(
    "div",
    { class: "controls" },
    back,
    forward,
    button({ icon: "flip", label: "Flip the board", class: "quiet icon-only", onclick: board.flip }),
    typedMoves(app),
  );
}

function typedMoves(app) {
  const input = el("input", {
    type: "text",
    "aria-label": "Type a move",
    placeholder: "Type a move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    oninput: () => input.removeAttribute("aria-invalid"),
  });
  const submit = async (event) => {
    event.preventDefault();
    const move = input.value.trim();
    if (!move) return;
    try {
      await app.userMove(move);
      input.value = "";
    } catch (error) {
      input.setAttribute("aria-invalid", "true");
      app.fail(error);
    }
  };
  return el("form", { class: "typed", onsubmit: submit }, input);
}
