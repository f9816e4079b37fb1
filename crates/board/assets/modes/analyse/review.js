// The review of the whole game: graph, accuracy, turning points, and the annotated game.

import { button, el, fill } from "../../dom.js";
import { segments } from "../../dialogs/dialog.js";
import { saveFile } from "../../files.js";
import { mountGraph } from "../../views/graph.js";

const EFFORTS = [
  ["quick", "Quick"],
  ["normal", "Normal"],
  ["deep", "Deep"],
];

export function reviewCard(app) {
  const { session } = app;
  let effort = "normal";
  let stream = null;
  let reviewed = session.game;
  const begin = button({ icon: "review", text: "Review the game", class: "primary", onclick: run });
  const cancel = button({ text: "Stop", onclick: () => stream?.cancel(), hidden: true });
  const progress = el("progress", { "aria-label": "Progress of the review", hidden: true });
  const message = el("p", { class: "small muted", role: "status" });
  const result = el("div", { class: "stack tight", "data-test": "review" });

  function running(yes) {
    begin.hidden = yes;
    cancel.hidden = !yes;
    progress.hidden = !yes;
    progress.removeAttribute("value");
  }

  async function run() {
    const { game } = session;
    const end = game.end(session.current);
    if (game.path(end).length === 0) return fill(message, "There are no moves to review.");
    running(true);
    fill(message, "");
    fill(result);
    stream = app.stream("review", { ...session.place(end), effort }, ({ done, total, move }) => {
      progress.max = total;
      progress.value = done;
      fill(message, `${done} of ${total} moves${move ? `, ${move}` : ""}`);
    });
    try {
      const answer = await stream.done;
      fill(message, "");
      if (session.game === game) show(answer, game.path(end));
    } catch (error) {
      fill(message, error.message);
    } finally {
      running(false);
      stream = null;
    }
  }

  /** Keeps with a move what the review says of it, and of the positions before and after it. */
  function keep({ score, wdl, best, loss, mark, text }, id) {
    const { game } = session;
    if (id === undefined || !game.has(id)) return;
    game.node(id).review = { loss, mark, text };
    const before = game.evaluation(game.parent(id));
    if (best)
      game.setEvaluation(game.parent(id), { depth: 0, ...before, line: before?.line?.length ? before.line : [best] });
    game.setEvaluation(id, { line: [], ...game.evaluation(id), score, wdl, depth: 0, from: "the review" });
  }

  /** @param {number[]} path ids of the reviewed moves */
  function show({ moves, accuracy, turning_points: turns, pgn }, path) {
    for (const each of moves) keep(each, path[each.ply - 1]);
    session.changed();
    const percent = (value) => (value === null || value === undefined ? "–" : `${value.toFixed(1)} %`);
    const goTo = (ply) => () => session.goTo(path[ply - 1]);
    fill(
      result,
      el(
        "dl",
        { class: "pairs" },
        el("div", {}, el("dt", {}, "Accuracy of White"), el("dd", {}, percent(accuracy.white))),
        el("div", {}, el("dt", {}, "Accuracy of Black"), el("dd", {}, percent(accuracy.black))),
      ),
      turns.length > 0 ? el("h3", {}, "Turning points") : null,
      el(
        "ol",
        { class: "turns" },
        turns.map(({ ply, text }) =>
          el("li", {}, el("button", { type: "button", class: "bare", onclick: goTo(ply) }, text)),
        ),
      ),
      el(
        "div",
        { class: "row" },
        button({ icon: "open", text: "Open the annotated game", onclick: () => open(pgn) }),
        button({
          icon: "download",
          text: "Download it",
          onclick: () => saveFile("review.pgn", "application/x-chess-pgn", pgn),
        }),
      ),
    );
    app.announce("The review is ready.");
  }

  async function open(pgn) {
    try {
      const { game } = await app.post("/api/pgn/game", { text: pgn });
      await app.openGame(game);
    } catch (error) {
      app.fail(error);
    }
  }

  // A review belongs to one game: it goes when another one comes.
  app.on("game", () => {
    if (reviewed === session.game) return;
    reviewed = session.game;
    stream?.cancel();
    fill(result);
  });

  return el(
    "div",
    { class: "card review" },
    mountGraph(app),
    el(
      "details",
      { class: "engine-options" },
      el("summary", {}, "Review"),
      el(
        "div",
        { class: "stack options" },
        segments("Effort", EFFORTS, effort, (value) => (effort = value)),
        el("div", { class: "row" }, begin, cancel, progress),
        message,
        result,
      ),
    ),
  );
}
