// The review of the whole game: graph, accuracy, turning points, and the annotated game.

import { button, el, fill } from "../../dom.js";
import { segments } from "../../dialogs/dialog.js";
import { saveFile } from "../../files.js";
import { ROOT } from "../../game.js";
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
    const end = game.end(ROOT);
    if (game.path(end).length === 0) return fill(message, "There are no moves to review.");
    running(true);
    fill(message, "");
    fill(result);
    const strength = { effort, threads: app.settings.get("threads"), hash: app.settings.get("hash") };
    stream = app.stream("review", { ...session.place(end), ...strength }, ({ done, total, move }) => {
      progress.max = total;
      progress.value = done;
      fill(message, `${done} of ${total} moves${move ? `, ${move}` : ""}`);
    });
    try {
      const { review } = await stream.done;
      const judged = review.moves.length;
      fill(message, judged < review.plies ? `Stopped after ${judged} of ${review.plies} moves.` : "");
      if (judged > 0 && session.game === game) show(review, game.path(end));
    } catch (error) {
      fill(message, error.message);
    } finally {
      running(false);
      stream = null;
    }
  }

  /** Keeps with a move what the review says of it, and of the positions before and after it. */
  function keep({ before, after, best, reply, loss, mark, words }, id) {
    const { game } = session;
    if (id === undefined || !game.has(id)) return;
    const line = ({ uci, san }) => uci.map((move, place) => ({ uci: move, san: san[place] }));
    const known = { depth: 0, from: "the review" };
    game.node(id).review = { loss, mark, text: words };
    game.setEvaluation(game.parent(id), { ...before, ...known, line: line(best) });
    game.setEvaluation(id, { ...after, ...known, line: line(reply) });
  }

  /** @param {number[]} path ids of the reviewed moves */
  function show(review, path) {
    const { moves, white, black, turning_points: turns } = review;
    for (const each of moves) keep(each, path[each.ply - 1]);
    session.changed();
    const percent = (value) => (value === null || value === undefined ? "–" : `${value.toFixed(1)} %`);
    const goTo = (ply) => () => session.goTo(path[ply - 1]);
    fill(
      result,
      el(
        "dl",
        { class: "pairs" },
        el("div", {}, el("dt", {}, "Accuracy of White"), el("dd", {}, percent(white.accuracy))),
        el("div", {}, el("dt", {}, "Accuracy of Black"), el("dd", {}, percent(black.accuracy))),
      ),
      turns.length > 0 ? el("h3", {}, "Turning points") : null,
      el(
        "ol",
        { class: "turns" },
        turns.map(({ ply, words }) =>
          el("li", {}, el("button", { type: "button", class: "bare", onclick: goTo(ply) }, words)),
        ),
      ),
      el(
        "div",
        { class: "row" },
        button({
          icon: "open",
          text: "Open the annotated game",
          onclick: () => withAnnotated(review, (text) => open(text, review)),
        }),
        button({ icon: "download", text: "Download it", onclick: () => withAnnotated(review, save) }),
      ),
    );
    app.announce("The review is ready.");
  }

  /** The server writes the game with its review; comments and variations stay. */
  async function withAnnotated(review, use) {
    try {
      const { text } = await app.post("/api/pgn/annotate", { game: session.game.toServer(), review });
      await use(text);
    } catch (error) {
      app.fail(error);
    }
  }

  const save = (pgn) => saveFile("review.pgn", "application/x-chess-pgn", pgn);

  /** The same moves, so that the review holds for the annotated game too. */
  async function open(pgn, review) {
    const { game } = await app.post("/api/pgn/game", { text: pgn });
    if (!(await app.openGame(game))) return;
    show(review, session.game.path(session.game.end(ROOT)));
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
