// A game against the engine: whose turn it is, clocks, offers, and how it ends.

import { ROOT } from "../../game.js";
import { parsePlacement } from "../../board/squares.js";
import { tab } from "../../store.js";
import { Clock } from "./clock.js";

const SIDES = { white: "White", black: "Black" };
const other = (colour) => (colour === "white" ? "black" : "white");
const winOf = (colour) => (colour === "white" ? "1-0" : "0-1");

/** Time of the search behind a hint. */
const HINT_MS = 1000;

/**
 * @typedef {object} Terms what a game is played under
 * @property {"white" | "black"} human
 * @property {string} level name of the level
 * @property {string} label name of the level for people
 * @property {{minutes: number, increment: number} | null} clock
 */

export class Match {
  #app;
  #changed;
  /** @type {Terms | null} */
  terms = null;
  active = false;
  thinking = false;
  #clock = null;
  /** What the engine said of a draw with its last move. */
  #wouldDraw = false;
  #search = null;

  /** @param {() => void} changed called when the state of the game has changed */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
    app.on("user-move", (played) => this.#userMoved(played));
    // Nobody loses time while the server is gone.
    app.on("connection", (connected) => !connected && this.#clock?.stop());
    app.on("hello", () => this.resume());
    addEventListener("pagehide", () => this.#save());
    this.#restore();
  }

  /** Goes on with a game that a reload or a lost connection interrupted. */
  resume() {
    if (!this.active || !this.#app.connected()) return;
    if (this.#end !== ROOT) this.#clock?.start(this.#turn);
    this.#engineTurn();
  }

  /** The last position of the game, where play goes on. */
  get #end() {
    return this.#app.session.game.end(ROOT);
  }

  get #turn() {
    const { game } = this.#app.session;
    return game.fen(this.#end).split(" ")[1] === "b" ? "black" : "white";
  }

  get humanToMove() {
    return this.active && this.#turn === this.terms.human;
  }

  mayMove() {
    return !this.active || (this.humanToMove && this.#app.session.current === this.#end);
  }

  /** Begins a game on the position that `game` starts with. @param {Terms} terms */
  start(game, terms) {
    this.terms = terms;
    this.active = true;
    this.#wouldDraw = false;
    const { session, board } = this.#app;
    const names = { [terms.human]: "You", [other(terms.human)]: `Secateur, ${terms.label}` };
    game.isMatch = true;
    game.setTag("Event", "Game against Secateur");
    game.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    game.setTag("White", names.white);
    game.setTag("Black", names.black);
    session.open(game);
    board.turn(terms.human);
    const base = terms.clock ? terms.clock.minutes * 60_000 : 0;
    this.#setClock(terms.clock ? { white: base, black: base, increment: terms.clock.increment * 1000 } : null);
    this.#changed();
    this.#engineTurn();
  }

  /** Leaves the game without a result. */
  abandon() {
    this.active = false;
    this.#stopSearch();
    this.#setClock(null);
    this.#changed();
    this.#save();
  }

  #setClock(times) {
    this.#clock?.stop();
    this.#clock =
      times &&
      new Clock(
        times,
        () => this.#app.emit("clock", this.#clock?.state() ?? null),
        (colour) => this.#flagged(colour),
      );
    this.#app.emit("clock", this.#clock?.state() ?? null);
  }

  #userMoved({ id, node }) {
    if (!this.active) return;
    this.#moved(id, other(node.turn), node);
    this.#engineTurn();
  }

  /** After every move: clock, end of the game. The clock starts with the first move. */
  #moved(id, colour, node) {
    if (this.#clock) {
      this.#clock.moved(colour);
      const { white, black } = this.#clock.state();
      this.#app.session.game.node(id).clock = { white, black };
      if (!node.outcome) this.#clock.start(node.turn);
    }
    if (node.outcome) this.#finish(node.outcome.result, null);
    this.#save();
    this.#changed();
  }

  async #engineTurn() {
    if (!this.active || this.thinking || this.#turn === this.terms.human || !this.#app.connected()) return;
    const { session } = this.#app;
    const { game } = session;
    const parent = this.#end;
    this.thinking = true;
    this.#changed();
    const times = this.#clock?.state();
    const clock = times && {
      white_ms: Math.round(times.white),
      black_ms: Math.round(times.black),
      white_increment_ms: times.increment,
      black_increment_ms: times.increment,
    };
    const search = this.#app.stream(
      "go",
      { ...session.place(parent), level: this.terms.level, ...(clock ? { clock } : {}) },
      () => {},
    );
    this.#search = search;
    try {
      const answer = await search.done;
      if (this.#search !== search || !this.active || session.game !== game) return;
      this.thinking = false;
      this.#answered(answer, parent);
    } catch (error) {
      if (this.#search !== search) return;
      this.thinking = false;
      this.#changed();
      // Without a connection the search starts again as soon as there is one.
      if (this.#app.connected()) this.#app.fail(error);
    }
  }

  #answered({ uci, san, node, resigns, draw }, parent) {
    const colour = other(node.turn);
    this.#wouldDraw = Boolean(draw);
    if (resigns && !node.outcome) {
      this.#finish(winOf(this.terms.human), `${SIDES[colour]} resigns. ${SIDES[this.terms.human]} wins.`);
      return;
    }
    const id = this.#app.session.append({ uci, san, node }, parent);
    this.#app.announceMove(colour, san);
    this.#moved(id, colour, node);
  }

  #stopSearch() {
    this.#search?.cancel();
    this.#search = null;
    this.thinking = false;
  }

  /** Ends the game; `text` says why where the position does not. */
  #finish(result, text) {
    const { session } = this.#app;
    this.active = false;
    this.#stopSearch();
    this.#clock?.stop();
    session.game.result = result;
    session.game.setTag("Result", result);
    session.game.ending = text ?? session.node(this.#end)?.outcome?.text ?? null;
    if (text) this.#app.announce(text);
    session.changed();
    this.#save();
    this.#changed();
  }

  #flagged(colour) {
    const winner = other(colour);
    const pieces = [...parsePlacement(this.#app.session.game.fen(this.#end)).values()];
    const mine = (letter) => (letter === letter.toUpperCase() ? "white" : "black") === winner;
    // A bare king cannot mate.
    if (pieces.filter(mine).length === 1)
      this.#finish("1/2-1/2", `Draw: ${SIDES[colour]} ran out of time, ${SIDES[winner]} has only a king.`);
    else this.#finish(winOf(winner), `${SIDES[winner]} wins on time.`);
  }

  /** Takes back the user's last move and the answer to it. */
  takeBack() {
    const { session } = this.#app;
    const { game } = session;
    if (!this.canTakeBack()) return;
    this.#stopSearch();
    const mine = game.mainLine().findLast((id) => this.#moverOf(id) === this.terms.human);
    const parent = game.parent(mine);
    this.active = true;
    game.result = "*";
    game.ending = null;
    game.setTag("Result", "*");
    session.goTo(parent);
    session.remove(mine);
    const base = this.terms.clock?.minutes * 60_000;
    this.#clock?.set(game.node(parent)?.clock ?? { white: base, black: base });
    if (parent !== ROOT) this.#clock?.start(this.terms.human);
    this.#app.announce("Move taken back. Your move.");
    this.#save();
    this.#changed();
  }

  canTakeBack() {
    const { game } = this.#app.session;
    return this.terms !== null && game.mainLine().some((id) => this.#moverOf(id) === this.terms.human);
  }

  #moverOf(id) {
    const { game } = this.#app.session;
    return game.fen(game.parent(id)).split(" ")[1] === "b" ? "black" : "white";
  }

  resign() {
    const winner = other(this.terms.human);
    this.#finish(winOf(winner), `${SIDES[this.terms.human]} resigns. ${SIDES[winner]} wins.`);
  }

  /** Offers a draw. The engine judges it by its last search. @returns {boolean} whether it accepts */
  offerDraw() {
    if (this.#wouldDraw) this.#finish("1/2-1/2", "Draw by agreement.");
    return this.#wouldDraw;
  }

  /** @returns {Promise<{uci: string, san: string}>} the move that a short search prefers */
  async hint() {
    const answer = await this.#app.request("analyse", {
      ...this.#app.place(),
      slot: 0,
      lines: 1,
      threads: 1,
      limit: { time_ms: HINT_MS },
    });
    return answer.lines[0].pv[0];
  }

  #save() {
    const clock = this.#clock?.state();
    tab.set("play", { terms: this.terms, active: this.active, wouldDraw: this.#wouldDraw, clock });
  }

  #restore() {
    const saved = tab.get("play");
    if (!saved?.terms || !this.#app.restored) return;
    this.terms = saved.terms;
    this.active = saved.active;
    this.#wouldDraw = saved.wouldDraw;
    if (saved.clock) this.#setClock(saved.clock);
  }
}
