// The moves of the game: main line in pairs, variations and comments inside, marks and glyphs.

import { button, el, fill } from "../dom.js";
import { ROOT } from "../game.js";
import { accuracy, glyphText, judge } from "../marks.js";
import { moveNumberText, sanText } from "../score.js";
import { annotate } from "../dialogs/annotate.js";

/** Variations deeper than this are indented no further. */
const DEEPEST = 4;

export function mountNotation(app, element) {
  const { session } = app;
  const moves = el("div", {
    class: "moves",
    "data-test": "moves",
    tabindex: "0",
    role: "group",
    "aria-label": "Moves of the game",
  });
  const header = el("div", { class: "notation-header" });
  /** The button of every move that is shown, by id. */
  let buttons = new Map();
  let waiting = false;

  function moveButton(id, numbered) {
    const { game } = session;
    const node = game.node(id);
    const judged = judge(game, id, app.hello?.marks ?? []);
    const glyphs = (node.nags ?? []).map(glyphText);
    // A mark of our own only where the game has none.
    if (judged?.mark && !node.nags?.some((nag) => nag <= 6)) glyphs.unshift(judged.mark);
    const tone = glyphs.includes("??")
      ? "blunder"
      : glyphs.includes("?")
        ? "mistake"
        : glyphs.includes("?!")
          ? "dubious"
          : "";
    const each = el(
      "button",
      {
        type: "button",
        class: `move ${tone}`.trim(),
        "data-uci": node.uci,
        tabindex: "-1",
        "aria-current": id === session.current ? "true" : null,
        onclick: () => session.goTo(id),
        oncontextmenu: (event) => {
          event.preventDefault();
          session.goTo(id);
          annotate(app, id);
        },
      },
      numbered ? el("span", { class: "number" }, moveNumberText(game.fen(game.parent(id)))) : null,
      sanText(node.san, app.settings.get("figurines")),
      glyphs.length ? el("b", {}, glyphs.join(" ")) : null,
    );
    buttons.set(id, each);
    return each;
  }

  /** Commands of other programs, such as [%clk 0:01:02], stay in the game and out of sight. */
  const comment = (text) => {
    const shown = text?.replace(/\[%[^\]]*\]/g, "").trim();
    return shown ? el("span", { class: "comment" }, shown) : null;
  };

  /** A line from its first move on, with its variations, as running text. */
  function line(first, depth) {
    const { game } = session;
    const parts = [];
    let numbered = true;
    for (let id = first; id !== undefined; id = game.children(id)[0]) {
      const node = game.node(id);
      const white = game.fen(game.parent(id)).split(" ")[1] !== "b";
      parts.push(comment(node.intro), moveButton(id, numbered || white), comment(node.comment));
      numbered = Boolean(node.comment);
      // The alternatives to this move stand after it, except at the start: there the caller shows them.
      if (id !== first) {
        const others = game.children(game.parent(id)).slice(1);
        parts.push(...others.map((other) => variation(other, depth + 1)));
        numbered ||= others.length > 0;
      }
    }
    return parts;
  }

  function variation(first, depth) {
    return el("div", { class: "variation", "data-depth": String(Math.min(depth, DEEPEST)) }, line(first, depth));
  }

  /** The main line in rows of number, White's and Black's move; comments and variations between. */
  function mainLine() {
    const { game } = session;
    const rows = [];
    let row = null;
    for (const id of game.mainLine()) {
      const node = game.node(id);
      const before = game.fen(game.parent(id));
      const white = before.split(" ")[1] !== "b";
      if (node.intro) rows.push(el("div", { class: "aside" }, comment(node.intro)));
      if (white || row === null || node.intro) {
        row = el("div", { class: "pair" }, el("span", { class: "number" }, `${before.split(" ")[5] ?? 1}.`));
        if (!white) row.append(el("span", { class: "gap", "aria-hidden": "true" }, "…"));
        rows.push(row);
      }
      row.append(moveButton(id, false));
      const others = game.children(game.parent(id)).slice(1);
      if (node.comment || others.length > 0) {
        rows.push(
          el(
            "div",
            { class: "aside" },
            comment(node.comment),
            others.map((other) => variation(other, 1)),
          ),
        );
        row = null;
      }
      if (!white) row = null;
    }
    return rows;
  }

  function ending() {
    const { game } = session;
    const end = session.node(game.end(ROOT))?.outcome;
    const text = game.ending ?? end?.text ?? (game.result !== "*" ? game.result : null);
    return text ? el("div", { class: "result", "data-test": "result" }, text) : null;
  }

  function draw() {
    waiting = false;
    buttons = new Map();
    const { game } = session;
    const empty = game.rootChildren.length === 0;
    fill(moves, comment(game.comment), empty ? el("p", { class: "empty" }, "No moves yet.") : mainLine(), ending());
    fill(header, title(game), accuracies());
    follow();
  }

  function title(game) {
    const event = [game.tag("Event"), game.tag("Date")].filter((text) => text && !/^[?.]+$/.test(text)).join(", ");
    return el("h2", {}, event || "Notation");
  }

  function accuracies() {
    const { white, black, judged } = accuracy(session.game, app.hello?.marks ?? []);
    if (judged === 0) return null;
    const side = (name, value) => (value === null ? null : el("span", {}, `${name} ${value.toFixed(0)} %`));
    return el(
      "p",
      { class: "accuracy small muted", "data-test": "accuracy", title: `Accuracy over ${judged} evaluated moves` },
      "Accuracy: ",
      side("White", white),
      side("Black", black),
    );
  }

  /** Marks the current move and keeps it in sight, without moving the page. */
  function follow() {
    for (const [id, each] of buttons) {
      if (id === session.current) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    const current = buttons.get(session.current);
    if (!current) {
      moves.scrollTop = 0;
      return;
    }
    const top = current.offsetTop - moves.clientHeight / 2;
    if (
      current.offsetTop < moves.scrollTop ||
      current.offsetTop + current.offsetHeight > moves.scrollTop + moves.clientHeight
    )
      moves.scrollTop = top;
  }

  /** Several changes in one frame are drawn once. */
  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }

  app.on("game", later);
  app.on("place", follow);
  app.on("node", (node) => node.outcome && later());
  app.on("settings", later);
  app.on("hello", later);

  element.append(el("div", { class: "card notation" }, header, moves, tools(app)));
  draw();
}

/** What can be done with the move on the board. */
function tools(app) {
  const { session } = app;
  /** Deletes the move and what follows, and keeps a copy of the game for a change of mind. */
  const remove = () => {
    const { game, index } = session.game.pack();
    const current = index.get(session.current);
    session.remove(session.current);
    const after = session.game;
    app.toast("Moves deleted.", "note", { text: "Undo", run: () => session.game === after && session.open(game, current) });
  };
  const all = [
    button({ icon: "comment", text: "Annotate", class: "quiet", onclick: () => annotate(app, session.current) }),
    button({
      icon: "up",
      text: "Promote",
      title: "Make this variation more important",
      class: "quiet",
      onclick: () => {
        session.game.promote(session.current);
        session.changed();
      },
    }),
    button({
      icon: "trash",
      text: "Delete",
      title: "Delete from this move on",
      class: "quiet",
      onclick: remove,
    }),
  ];
  const [, promoteButton, removeButton] = all;
  const refresh = () => {
    const { game, current } = session;
    promoteButton.disabled = current === ROOT || game.isMainLine(current) || !app.mayEdit();
    removeButton.disabled = current === ROOT || !app.mayEdit();
  };
  app.on("place", refresh);
  app.on("game", refresh);
  app.on("gate", refresh);
  refresh();
  return el("div", { class: "row notation-tools" }, all);
}
