// Keys that work anywhere on the page, except where text is typed or a dialog is open.

import { ROOT } from "../game.js";
import { steps } from "./controls.js";

/** For the list of keys in the help: [keys, what they do]. */
export const SHORTCUTS = [
  ["← →", "previous and next move"],
  ["↑ ↓", "other variation of this move"],
  ["Home End", "start and end of the line"],
  ["f", "flip the board"],
  ["Space", "engine on or off"],
  ["m", "type a move"],
  ["Ctrl Z", "take back"],
  ["Ctrl V", "paste a FEN or PGN anywhere"],
  ["1 to 4", "Play, Analyse, Inside, Lab"],
  ["?", "this list"],
  ["On the board", "arrows choose a square, Enter or Space picks up and drops, Escape puts back"],
];

const MODES = ["play", "analyse", "inside", "lab"];

const STEPPING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** Whether a key belongs to a field. In the empty field for moves, arrows step through the game. */
function isTyping({ target, key }) {
  if (target.matches(".typed input") && target.value === "" && STEPPING.includes(key)) return false;
  return target.closest("input:not([type=radio], [type=checkbox]), textarea, select") !== null;
}

export function mountShortcuts(app) {
  const step = steps(app);
  const keys = {
    ArrowLeft: step.previous,
    ArrowRight: step.next,
    ArrowUp: () => sibling(app.session, -1),
    ArrowDown: () => sibling(app.session, 1),
    Home: step.first,
    End: step.last,
    f: () => app.board.flip(),
    m: () => document.querySelector(".typed input").focus(),
    "?": () => app.emit("help"),
  };
  MODES.forEach((mode, place) => (keys[place + 1] = () => app.switchMode(mode)));

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]") || isTyping(event)) return;
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      app.emit("take-back");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Space and arrows belong to the control that has the focus, if it uses them.
    if (event.key === " " && event.target.closest("button, a, summary, input")) return;
    if (event.key.startsWith("Arrow") && event.target.closest("[type=radio], [role=tab], [role=slider], [role=tree]"))
      return;
    const action = event.key === " " ? () => app.emit("toggle-engine") : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Goes to another variation of the move on the board. */
function sibling(session, by) {
  if (session.current === ROOT) return;
  const siblings = session.game.children(session.game.parent(session.current));
  session.goTo(siblings[siblings.indexOf(session.current) + by]);
}
