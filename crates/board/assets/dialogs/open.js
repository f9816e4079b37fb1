// Opens games and positions: pasted text, files, the file that the server was started with.

import { button, el, fill } from "../dom.js";
import { GameList } from "../views/game_list.js";
import { openDialog } from "./dialog.js";

/** The text that was opened last, with its games, so that the list comes back for the next game. */
let shelf = null;

const looksLikeFen = (text) => /^[pnbrqk1-8]+(\/[pnbrqk1-8]+){7}(\s|$)/i.test(text) && !text.includes("\n");

/** Tags as the list shows them. */
function entryOf({ number, tags, plies, error }) {
  const tag = Object.fromEntries(tags);
  return {
    number,
    white: tag.White ?? "?",
    black: tag.Black ?? "?",
    result: tag.Result ?? "*",
    date: tag.Date ?? "",
    event: tag.Event ?? "",
    plies,
    error,
  };
}

/** Opens a FEN or the only game of a PGN; of several games it shows a list. */
export async function openText(app, text) {
  const trimmed = text.trim();
  if (!trimmed) return;
  if (looksLikeFen(trimmed)) {
    const { fen, repairs } = await app.request("setup", { fen: trimmed });
    if (await app.openGame({ start: fen })) app.toast(repairs.length ? repairs.join(" ") : "Position opened.");
    return;
  }
  const { games } = await app.post("/api/pgn", { text });
  if (games.length === 0) throw new Error("There is no game in this text.");
  shelf = { bytes: new TextEncoder().encode(text), games, entries: games.map(entryOf) };
  if (games.length === 1) await openFromShelf(app, 1);
  else openFiles(app);
}

async function openFromShelf(app, number) {
  const { start, end } = shelf.games.find((each) => each.number === number);
  const text = new TextDecoder().decode(shelf.bytes.subarray(start, end));
  const { game, fault } = await app.post("/api/pgn/game", { text });
  const opened = await app.openGame(game);
  if (opened && fault) app.toast(`The game is shown up to a fault: ${fault}`, "error");
  return opened;
}

/** A page of the shelf, as the server would answer for its own file. */
async function shelfPage({ from, count, search }) {
  const wanted = search.toLowerCase();
  const found = shelf.entries.filter((each) =>
    `${each.white} ${each.black} ${each.event} ${each.date} ${each.result}`.toLowerCase().includes(wanted),
  );
  return { games: found.slice(from, from + count), total: shelf.entries.length, matching: found.length };
}

export function openFiles(app) {
  const text = el("textarea", {
    rows: "3",
    "aria-label": "FEN or PGN",
    placeholder: "Paste a FEN or a PGN here, or drop a file anywhere on the page.",
  });
  const file = el("input", {
    type: "file",
    accept: ".pgn,.fen,.epd,.txt,application/x-chess-pgn,text/plain",
    class: "visually-hidden",
    tabindex: "-1",
    "aria-hidden": "true",
  });
  const message = el("p", { class: "error", role: "alert" });
  const lists = el("div", { class: "stack" });

  const attempt = async (action) => {
    fill(message, "");
    try {
      if ((await action()) !== false) dialog.close();
    } catch (error) {
      fill(message, error.message);
    }
  };
  file.addEventListener(
    "change",
    () => file.files[0] && attempt(async () => openText(app, await file.files[0].text())),
  );

  const served = app.hello?.start?.pgn;
  if (shelf)
    lists.append(
      new GameList("Games of the text you opened", shelfPage, (number) => attempt(() => openFromShelf(app, number)))
        .element,
    );
  if (served) {
    lists.append(
      new GameList(
        served.name,
        (page) => app.request("file", page),
        (number) =>
          attempt(async () => {
            const { game } = await app.request("file.game", { number });
            return app.openGame(game);
          }),
      ).element,
    );
  }

  const dialog = openDialog({
    title: "Open",
    wide: true,
    content: [
      text,
      el(
        "div",
        { class: "row" },
        button({ text: "Open the text", class: "primary", onclick: () => attempt(() => openText(app, text.value)) }),
        button({ icon: "open", text: "Choose a file…", onclick: () => file.click() }),
        file,
      ),
      message,
      lists,
    ],
  });
}

/** Files dropped on the page, and text pasted anywhere outside a field. */
export function acceptDropAndPaste(app) {
  const attempt = (action) => action().catch(app.fail);
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    document.querySelector("dialog[open]")?.close();
    attempt(async () => openText(app, await file.text()));
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea") || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) attempt(() => openText(app, text));
  });
}
