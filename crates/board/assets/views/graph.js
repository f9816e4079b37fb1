// The evaluation of the main line as a curve of the points that White can expect.

import { el, fill, svg } from "../dom.js";
import { ROOT } from "../game.js";
import { judge } from "../marks.js";
import { expectedPoints, moveNumberText, scoreText } from "../score.js";

const WIDTH = 600;
const HEIGHT = 120;

export function mountGraph(app) {
  const { session } = app;
  const canvas = svg("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": "Evaluation of the game",
    "data-test": "graph",
  });
  const tip = el("p", { class: "graph-tip small muted" });
  const cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const here = svg("line", { class: "here", y1: 0, y2: HEIGHT });
  let points = [];
  let waiting = false;

  const xOf = (place) => (points.length > 1 ? (place / (points.length - 1)) * WIDTH : 0);

  function draw() {
    waiting = false;
    const { game } = session;
    points = [ROOT, ...game.mainLine()].map((id) => {
      const evaluation = game.evaluation(id);
      return { id, evaluation, y: evaluation?.wdl ? (1 - expectedPoints(evaluation.wdl)) * HEIGHT : null };
    });
    const known = points.filter(({ y }) => y !== null).length;
    fill(
      canvas,
      areas(),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      marks(),
      here,
      cursor,
    );
    tip.textContent = known > 1 ? "" : "The curve grows as positions are analysed. A review fills it at once.";
    canvas.setAttribute("aria-label", `Evaluation of the game: ${known} of ${points.length} positions are evaluated`);
    mark();
  }

  /** For every run of evaluated positions a dark field and White's share of it from below. */
  function areas() {
    const runs = [];
    points.forEach(({ y }, place) => {
      if (y === null) return;
      if (place > 0 && points[place - 1].y !== null) runs.at(-1).push([xOf(place), y]);
      else runs.push([[xOf(place), y]]);
    });
    return runs.flatMap((run) => {
      // A position without evaluated neighbours is as wide as one move.
      if (run.length === 1) run.push([run[0][0] + Math.max(2, xOf(1)), run[0][1]]);
      const [left, right] = [run[0][0], run.at(-1)[0]];
      const curve = run.map(([x, y]) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join("");
      return [
        svg("rect", { class: "black-area", x: left, y: 0, width: right - left, height: HEIGHT }),
        svg("path", { class: "white-area", d: `M${left} ${HEIGHT}${curve}L${right} ${HEIGHT}Z` }),
      ];
    });
  }

  function marks() {
    return points.flatMap(({ id, y }, place) => {
      const judged = y === null ? null : judge(session.game, id, app.hello?.marks ?? []);
      if (!judged?.mark) return [];
      // A stroke without length and with round ends stays round although the graph is stretched.
      return [
        svg("path", {
          class: judged.mark === "??" ? "dot blunder" : "dot",
          d: `M${xOf(place).toFixed(1)} ${y.toFixed(1)}h0`,
        }),
      ];
    });
  }

  function mark() {
    const place = points.findIndex(({ id }) => id === session.current);
    here.toggleAttribute("hidden", place < 0);
    here.setAttribute("x1", xOf(place));
    here.setAttribute("x2", xOf(place));
  }

  function pointAt(event) {
    const box = canvas.getBoundingClientRect();
    const place = Math.round(((event.clientX - box.left) / box.width) * (points.length - 1));
    return Math.max(0, Math.min(points.length - 1, place));
  }

  canvas.addEventListener("pointermove", (event) => {
    const place = pointAt(event);
    const { id, evaluation } = points[place];
    cursor.setAttribute("x1", xOf(place));
    cursor.setAttribute("x2", xOf(place));
    cursor.classList.add("shown");
    const move =
      id === ROOT
        ? "Start"
        : `${moveNumberText(session.game.fen(session.game.parent(id)))} ${session.game.node(id).san}`;
    tip.textContent = `${move}: ${evaluation ? scoreText(evaluation.score) : "not evaluated"}`;
  });
  canvas.addEventListener("pointerleave", () => {
    cursor.classList.remove("shown");
    tip.textContent = "";
  });
  canvas.addEventListener("click", (event) => session.goTo(points[pointAt(event)].id));

  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  };
  app.on("game", later);
  app.on("hello", later);
  app.on("place", mark);
  draw();
  return el("div", { class: "graph-box" }, canvas, tip);
}
