// The form for a new game.

import { button, el } from "../../dom.js";
import { choice, segments } from "../../dialogs/dialog.js";
import { Game, START_FEN } from "../../game.js";

const CLOCKS = [
  ["none", "No clock"],
  ["1+0", "1 minute"],
  ["3+2", "3 minutes + 2 s"],
  ["5+3", "5 minutes + 3 s"],
  ["10+5", "10 minutes + 5 s"],
  ["15+10", "15 minutes + 10 s"],
  ["30+20", "30 minutes + 20 s"],
  ["custom", "Custom…"],
];

/**
 * @param {(game: Game, terms: import("./match.js").Terms) => void} start
 * @returns {HTMLElement}
 */
export function setupForm(app, start) {
  const { settings } = app;
  const levels = app.hello?.levels ?? [];
  const known = levels.some(({ name }) => name === settings.get("level"));
  let level = known ? settings.get("level") : app.hello?.default_level;
  let from = "standard";
  const form = el("form", { class: "stack", onsubmit: submit });

  /** A field of the custom clock; it counts only while that clock is chosen. */
  const clockField = (min, value) =>
    el("input", {
      type: "number",
      min,
      max: "600",
      step: "any",
      required: true,
      disabled: settings.get("clock") !== "custom",
      value: String(value),
    });
  const minutes = clockField("0.25", settings.get("customMinutes") ?? 20);
  const increment = clockField("0", settings.get("customIncrement") ?? 10);
  const custom = el(
    "div",
    { class: "row", hidden: settings.get("clock") !== "custom" },
    el("label", { class: "field" }, el("span", {}, "Minutes each"), minutes),
    el("label", { class: "field" }, el("span", {}, "Seconds per move"), increment),
  );

  const go = button({ text: "Start the game", class: "primary wide", type: "submit", disabled: levels.length === 0 });
  form.append(
    el("h2", {}, "New game"),
    segments(
      "Your colour",
      [
        ["white", "White"],
        ["random", "Random"],
        ["black", "Black"],
      ],
      settings.get("colour"),
      (value) => settings.set("colour", value),
    ),
    choice(
      "Strength",
      levels.map(({ name, label, elo }) => [name, elo ? `${label} (${elo})` : label]),
      level,
      (value) => {
        level = value;
        settings.set("level", value);
      },
    ),
    choice("Clock", CLOCKS, settings.get("clock"), (value) => {
      // A field that is hidden must not be checked: nobody could see what is wrong with it.
      custom.hidden = minutes.disabled = increment.disabled = value !== "custom";
      settings.set("clock", value);
    }),
    custom,
    segments(
      "Start from",
      [
        ["standard", "Standard"],
        ["chess960", "Chess960"],
        ["here", "This position"],
      ],
      from,
      (value) => (from = value),
    ),
    go,
  );

  function clock() {
    const chosen = settings.get("clock");
    if (chosen === "none") return null;
    if (chosen !== "custom") {
      const [base, added] = chosen.split("+").map(Number);
      return { minutes: base, increment: added };
    }
    settings.set("customMinutes", minutes.valueAsNumber);
    settings.set("customIncrement", increment.valueAsNumber);
    return { minutes: minutes.valueAsNumber, increment: increment.valueAsNumber };
  }

  async function startingGame() {
    if (from === "here") return new Game({ start: app.session.fen(), chess960: app.session.game.chess960 });
    if (from === "standard") return new Game({ start: START_FEN });
    const { fen, number } = await app.request("chess960", {});
    const game = new Game({ start: fen, chess960: true });
    game.setTag("Variant", "Chess960");
    app.announce(`Chess960 position number ${number}.`);
    return game;
  }

  async function submit(event) {
    event.preventDefault();
    const wanted = settings.get("colour");
    const human = wanted === "random" ? (Math.random() < 0.5 ? "white" : "black") : wanted;
    go.disabled = true;
    try {
      const { label } = levels.find(({ name }) => name === level);
      start(await startingGame(), { human, level, label, clock: clock() });
    } catch (error) {
      app.fail(error);
    }
    go.disabled = false;
  }
  return form;
}
