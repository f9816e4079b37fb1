// Analyse: one engine or two side by side, arrows, marks as soon as they are known, graph and review.

import { endsOf } from "../board/squares.js";
import { button, el, fill, icon } from "../dom.js";
import { reproach } from "../marks.js";
import { tab } from "../store.js";
import { EngineView } from "./analyse/engine.js";
import { reviewCard } from "./analyse/review.js";

/** Evaluations arrive many times a second; the notation is redrawn at most this often. */
const REDRAW_MS = 500;
/** An evaluation below this depth says too little to judge a move by. */
const JUDGING_DEPTH = 8;

const ARROW_KINDS = ["best", "second", "minor", "minor", "minor"];

export function mount(app, element) {
  const { session } = app;
  const saved = tab.get("analyse") ?? {};
  const choiceOf = (known) => ({ lines: app.settings.get("lines"), preset: "", settings: {}, ...known });
  let visible = false;
  let redraw = 0;
  /** The arrows of the two engines. */
  const arrows = [[], []];

  const onSwitch = button({
    icon: "play",
    text: "Start",
    label: "Engine",
    class: "primary",
    "aria-pressed": "false",
    onclick: toggle,
  });
  const threatSwitch = button({
    icon: "threat",
    label: "Show the threat",
    class: "icon-only",
    "aria-pressed": "false",
    onclick: toggleThreat,
  });
  const compareSwitch = button({
    icon: "compare",
    label: "Second analysis beside this one",
    class: "icon-only",
    "aria-pressed": "false",
    onclick: () => compare(other === null),
  });

  const main = new EngineView(app, {
    slot: 0,
    choice: choiceOf(saved.first),
    tools: [threatSwitch, compareSwitch, onSwitch],
    changed: save,
    onUpdate: (update, place) => {
      draw(0, update);
      if (!main.threat) keep(update, place);
    },
  });
  /** @type {EngineView | null} */
  let other = null;
  const engines = el("div", { class: "engines" }, main.element);
  const coach = el("div", { class: "coach", hidden: true, "data-test": "coach" });
  element.append(engines, coach, reviewCard(app));

  function save() {
    app.settings.set("lines", main.choice.lines);
    tab.set("analyse", { on: main.on, first: main.choice, second: other?.choice ?? null });
  }

  const both = () => [main, other].filter(Boolean);

  function toggle() {
    const on = !main.on;
    for (const engine of both()) {
      if (on) engine.start();
      else engine.stop();
    }
    showSwitch();
    save();
    app.announce(on ? "Engine on." : "Engine off.");
  }

  function showSwitch() {
    onSwitch.setAttribute("aria-pressed", String(main.on));
    fill(onSwitch, icon(main.on ? "pause" : "play"), el("span", {}, main.on ? "Stop" : "Start"));
    onSwitch.classList.toggle("primary", !main.on);
  }

  function toggleThreat() {
    main.threat = !main.threat;
    threatSwitch.setAttribute("aria-pressed", String(main.threat));
    if (!main.on) toggle();
    else main.restart();
  }

  function compare(yes, known) {
    compareSwitch.setAttribute("aria-pressed", String(yes));
    if (yes) {
      other = new EngineView(app, {
        slot: 1,
        choice: choiceOf(known),
        tools: [],
        changed: save,
        onUpdate: (update) => draw(1, update),
      });
      engines.append(other.element);
      if (main.on) other.start();
    } else {
      other.stop();
      other.element.remove();
      other = null;
      arrows[1] = [];
      showArrows();
    }
    engines.classList.toggle("two", yes);
    save();
  }

  /** Arrows for the first move of each line; the second engine shows only its best move. */
  function draw(slot, { lines }) {
    const kinds = slot === 1 ? ["compare"] : main.threat ? ["threat"] : ARROW_KINDS;
    arrows[slot] = lines.slice(0, kinds.length).map(({ rank, pv }, place) => ({
      ...endsOf(pv[0].uci),
      kind: kinds[place],
      label: lines.length > 1 && kinds.length > 1 ? String(rank) : undefined,
    }));
    showArrows();
    if (slot === 0 && !main.threat) app.board.setEvaluation(lines[0]);
  }

  function showArrows() {
    if (visible) app.board.setArrows(app.settings.get("arrows") ? arrows.flat() : []);
  }

  /** Keeps the best evaluation of a position with its move. */
  function keep({ depth, lines: [best] }, place) {
    if (best.bound !== "exact" || depth < JUDGING_DEPTH) return;
    if (place.moves.join() !== app.place().moves.join()) return;
    const known = session.game.evaluation(session.current);
    if (known && known.depth > depth) return;
    session.game.setEvaluation(session.current, { score: best.score, wdl: best.wdl, depth, line: best.pv.slice(0, 8) });
    if (redraw) return;
    redraw = setTimeout(() => {
      redraw = 0;
      session.changed();
      showCoach();
    }, REDRAW_MS);
  }

  /** A finished game needs no search: its result is its evaluation. */
  function keepOutcome(node) {
    if (!node.outcome) return;
    const wdl = { "1-0": [1000, 0, 0], "0-1": [0, 0, 1000] }[node.outcome.result] ?? [0, 1000, 0];
    const score = wdl[1] ? { cp: 0 } : { mate: 0 };
    session.game.setEvaluation(session.current, { score, wdl, depth: 0, line: [], from: "the result" });
    if (visible) app.board.setEvaluation({ score, wdl });
  }

  function showCoach() {
    const said = app.mayEdit() ? reproach(session.game, session.current, app.hello?.marks ?? []) : null;
    coach.hidden = said === null;
    if (!said) return;
    const parent = session.game.parent(session.current);
    const insert = (moves, from) => async () => {
      const ids = await session
        .addLine(
          moves.map(({ uci }) => uci),
          from,
        )
        .catch(app.fail);
      if (ids?.length) session.goTo(ids[0]);
    };
    fill(
      coach,
      el("p", {}, said.text),
      el(
        "div",
        { class: "row" },
        said.refutation.length
          ? button({ text: "Show the answer", onclick: insert(said.refutation, session.current) })
          : null,
        said.best.length ? button({ text: "Show the better line", onclick: insert(said.best, parent) }) : null,
      ),
    );
  }

  function moved() {
    arrows[0] = arrows[1] = [];
    if (!visible) return;
    showArrows();
    app.board.setEvaluation(session.game.evaluation(session.current) ?? null);
    for (const engine of both()) {
      engine.clear(engine === main ? session.game.evaluation(session.current) : null);
      engine.restart();
    }
    showCoach();
  }

  app.on("place", moved);
  app.on("node", keepOutcome);
  app.on("hello", () => visible && both().forEach((engine) => engine.restart()));
  app.on("settings", (name) => {
    if (name === "arrows") showArrows();
    if (visible && (name === "threads" || name === "hash")) both().forEach((engine) => engine.restart());
  });
  app.on("toggle-engine", async () => {
    if (!app.mayEdit()) return;
    if (app.mode() !== "analyse") {
      await app.switchMode("analyse");
      if (main.on) return;
    }
    toggle();
  });

  if (saved.second) compare(true, saved.second);
  if (saved.on) main.on = true;
  if (saved.on && other) other.on = true;
  showSwitch();

  return {
    show() {
      visible = true;
      moved();
    },
    hide() {
      visible = false;
      app.board.setArrows([]);
      app.board.setEvaluation(null);
      for (const engine of both()) engine.pause();
    },
  };
}
