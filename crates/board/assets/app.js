// Starts the page and ties its parts together. The `app` object is what modes and panels are given.

import { byId, el, fill } from "./dom.js";
import { Events } from "./events.js";
import { Session } from "./session.js";
import * as shell from "./shell.js";
import { Settings, tab, takeToken } from "./store.js";
import { post, Socket } from "./socket.js";
import { ROOT } from "./game.js";
import { moveWords } from "./score.js";
import { mountBoard } from "./views/stage.js";

const MODES = ["play", "analyse", "inside", "lab"];

const events = new Events();
const token = takeToken();
const settings = new Settings((name) => events.emit("settings", name));
const socket = new Socket(token, (connected) => events.emit("connection", connected));
const session = new Session((type, payload) => socket.request(type, payload), events);

/** Modes that are mounted, or being mounted, by name: promises of {show, hide}. */
const mounted = new Map();
/** The mode that is shown, {show, hide}. */
let shown = null;
let mode = null;

const app = {
  hello: null,
  settings,
  session,
  request: (type, payload) => socket.request(type, payload),
  stream: (type, payload, onUpdate) => socket.stream(type, payload, onUpdate),
  post: (path, body) => post(token, path, body),
  connected: () => socket.connected,
  place: () => session.place(),
  node: () => session.node(),
  on: (event, listener) => events.on(event, listener),
  emit: (event, detail) => events.emit(event, detail),
  /** Asked before another game replaces the one on the board; Play sets it while a game runs. */
  mayLeaveGame: async () => true,
  /** @returns {Promise<boolean>} whether the game was opened */
  async openGame(game, id = ROOT) {
    if (!(await app.mayLeaveGame())) return false;
    session.open(game, id);
    return true;
  },
  goTo: (id) => session.goTo(id),
  playMove: (move) => session.play(move),
  /** Whether the user may move now; Play sets it while a game runs and emits "gate" when it changes. */
  mayMove: () => true,
  /** Why the user may not move now, in words. */
  whyNoMove: () => "It is not your turn.",
  /** Whether moves may be deleted and variations promoted: not while a game runs. */
  mayEdit: () => true,
  /** Plays a move that the user made on the board or typed. */
  async userMove(move) {
    if (!app.mayMove()) throw new Error(app.whyNoMove());
    const colour = app.node()?.turn ?? "white";
    const played = await session.play(move);
    app.announceMove(colour, played.san);
    events.emit("user-move", played);
    return played;
  },
  announceMove(colour, san) {
    const outcome = app.node()?.outcome;
    shell.announce(`${colour === "white" ? "White" : "Black"}: ${moveWords(san)}.${outcome ? ` ${outcome.text}` : ""}`);
  },
  addLine: (moves) => session.addLine(moves),
  announce: shell.announce,
  toast: shell.toast,
  /** Shows an error of a request, unless it only says that the request was cancelled. */
  fail: (error) => {
    if (error.message !== "Cancelled.") shell.toast(error.message, "error");
  },
  mode: () => mode,
  switchMode,
};

async function switchMode(name) {
  if (name === mode || !MODES.includes(name)) return;
  shown?.hide();
  shown = null;
  mode = name;
  tab.set("mode", name);
  shell.showMode(name);
  const next = await mountMode(name);
  // Meanwhile the user may have gone on to another mode.
  if (mode !== name || shown) return;
  shown = next;
  shown.show();
  events.emit("mode", name);
}

/** Modes that bring a style sheet of their own, css/NAME.css; it is loaded when they are first shown. */
const STYLED = ["inside", "lab"];

function loadStyle(name) {
  return new Promise((resolve, reject) => {
    document.head.append(
      el("link", {
        rel: "stylesheet",
        href: `css/${name}.css`,
        onload: resolve,
        onerror: () => reject(new Error(`css/${name}.css is missing`)),
      }),
    );
  });
}

/** Mounts a mode when it is first asked for. */
function mountMode(name) {
  if (!mounted.has(name)) mounted.set(name, loadMode(name));
  return mounted.get(name);
}

async function loadMode(name) {
  const panel = byId(`panel-${name}`);
  try {
    const [module] = await Promise.all([import(`./modes/${name}.js`), STYLED.includes(name) ? loadStyle(name) : null]);
    return module.mount(app, panel);
  } catch (error) {
    fill(panel, el("p", { class: "empty" }, `This part of the page could not be loaded: ${error.message}`));
    console.error(error);
    return { show() {}, hide() {} };
  }
}

/** A new tab begins with what the server was started with: a position or a file of games. */
async function openStart({ fen, pgn }) {
  if (fen) session.open({ start: fen });
  if (!pgn) return;
  const { game } = await app.request("file.game", { number: 1 });
  session.open(game);
  if (pgn.games > 1) shell.toast(`${pgn.name} has ${pgn.games} games. Open lists them.`);
}

/** Says why the server does not answer: it is gone, or it does not accept this page's token. */
async function connectionLost() {
  let reached = false;
  try {
    reached = (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    reached = false;
  }
  if (socket.connected) return;
  shell.banner(
    reached
      ? "The server does not accept this page. Open the link that the program printed when it started."
      : "The server is gone; trying again.",
  );
}

/** The board is to be seen; what stands around it comes next, without holding it up. */
async function mountRest() {
  const [notation, shortcuts, tools] = await Promise.all([
    import("./views/notation.js"),
    import("./views/shortcuts.js"),
    import("./views/tools.js"),
  ]);
  notation.mountNotation(app, byId("notation-area"));
  shortcuts.mountShortcuts(app);
  tools.mountTools(app, byId("tools"));
  await Promise.all(["play", "analyse"].map(mountMode));
  if (mode === null) await switchMode(firstMode);
}

events.on("connection", async (connected) => {
  if (!connected) return connectionLost();
  shell.banner(null);
  try {
    const first = app.hello === null;
    const [hello] = await Promise.all([app.request("hello", {}), ready]);
    app.hello = hello;
    events.emit("hello", hello);
    if (first && !app.restored) await openStart(app.hello.start);
    await session.load();
  } catch (error) {
    app.fail(error);
  }
});
events.on("settings", () => shell.applyLook(settings));
events.on("trouble", (error) => {
  if (socket.connected) app.fail(error);
});

addEventListener("pagehide", () => session.saveNow());

const firstMode = MODES.includes(tab.get("mode")) ? tab.get("mode") : "play";
shell.applyLook(settings);
shell.showMode(firstMode);
shell.wireTabs(switchMode);
app.restored = session.restore();
app.board = mountBoard(app, byId("board-area"));
/** Resolves when the whole page is mounted: from then on it hears of the server and can be used. */
const ready = mountRest();
socket.connect();
