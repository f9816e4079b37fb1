// The game on the board and the place in it. The server knows the rules: every position that is
// shown is asked for once, and its answer (NODE: legal moves, check, outcome) is kept.

import { Game, ROOT, START_FEN } from "./game.js";
import { tab } from "./store.js";

const KEPT_NODES = 400;
const SAVE_DELAY_MS = 120;

export class Session {
  #request;
  #events;
  /** Answers of the server by place; the oldest is dropped first. */
  #nodes = new Map();
  #saving = 0;

  /** Emits "place" when the position changes, "node" when its NODE is known, "game" when the tree changes. */
  constructor(request, events) {
    this.#request = request;
    this.#events = events;
    this.game = new Game();
    this.current = ROOT;
  }

  /** The place on the board, as the server wants it. */
  place(id = this.current) {
    const start = this.game.start === START_FEN ? "startpos" : this.game.start;
    return { start, moves: this.game.moves(id) };
  }

  node(id = this.current) {
    return this.#nodes.get(this.#key(id)) ?? null;
  }

  fen() {
    return this.game.fen(this.current);
  }

  open(game, id = ROOT) {
    this.game = game instanceof Game ? game : new Game(game);
    this.current = this.game.has(id) ? id : ROOT;
    this.changed();
    this.#moved();
  }

  goTo(id) {
    if (!this.game.has(id) || id === this.current) return;
    this.current = id;
    this.#moved();
  }

  /** Asks for the NODE of the place on the board unless it is known. */
  async load() {
    const { game, current } = this;
    if (!this.node()) {
      const place = this.place();
      const key = this.#key(current);
      const { node } = await this.#request("position", place);
      this.#keep(key, node);
    }
    if (game === this.game && current === this.current) this.#events.emit("node", this.node());
    return this.node();
  }

  /**
   * Plays a move (UCI or SAN) in the place on the board and goes there.
   * @returns {Promise<{id: number, uci: string, san: string, node: object}>}
   */
  async play(move) {
    const { game, current } = this;
    const { uci, san, node } = await this.#request("play", { ...this.place(), move });
    if (game !== this.game || current !== this.current) throw new Error("The position has changed.");
    const id = this.append({ uci, san, node });
    return { id, uci, san, node };
  }

  /** Adds a move that the server has already judged, and goes to it if its parent was on the board. */
  append({ uci, san, node }, parent = this.current) {
    const follow = parent === this.current;
    const id = this.game.add(parent, { uci, san, fen: node.fen });
    this.#keep(this.#key(id), node);
    if (follow) this.current = id;
    this.changed();
    if (follow) this.#moved();
    return id;
  }

  /** Adds moves as a variation without leaving the place. @returns {Promise<number[]>} their ids */
  async addLine(moves, from = this.current) {
    const { game } = this;
    const place = this.place(from);
    const { line } = await this.#request("position", { ...place, moves: [...place.moves, ...moves] });
    let at = from;
    const ids = line.slice(place.moves.length).map((step) => (at = game.add(at, step)));
    if (game === this.game) this.changed();
    return ids;
  }

  remove(id) {
    const inside = this.game.path(this.current).includes(id);
    const parent = this.game.remove(id);
    if (inside) this.current = parent;
    this.changed();
    if (inside) this.#moved();
  }

  /** Takes back the move on the board: it is deleted if nothing follows it, otherwise only left. */
  takeBack() {
    const { game, current } = this;
    if (current !== ROOT && game.children(current).length === 0) this.remove(current);
    else this.goTo(game.parent(current));
  }

  /** Call after a change of the tree: comments, order, evaluations. */
  changed() {
    this.#events.emit("game");
    this.#save();
  }

  /** Restores what this tab showed before a reload. @returns {boolean} whether there was something */
  restore() {
    const saved = tab.get("game");
    if (!saved) return false;
    this.game = new Game(saved.game);
    this.current = this.game.has(saved.current) ? saved.current : ROOT;
    return true;
  }

  #moved() {
    this.#events.emit("place");
    this.#save();
    this.load().catch((error) => this.#events.emit("trouble", error));
  }

  #save() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.saveNow(), SAVE_DELAY_MS);
  }

  saveNow() {
    clearTimeout(this.#saving);
    const { game, index } = this.game.pack();
    tab.set("game", { game, current: index.get(this.current) });
  }

  #key(id) {
    return `${this.game.start} ${this.game.moves(id).join(" ")}`;
  }

  #keep(key, node) {
    this.#nodes.set(key, node);
    if (this.#nodes.size > KEPT_NODES) this.#nodes.delete(this.#nodes.keys().next().value);
  }
}
