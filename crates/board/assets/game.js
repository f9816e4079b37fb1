// A game as a tree of moves, read from and written as the server's GAME.
// A node keeps its id for as long as the page shows the game; -1 stands for the start position.

/**
 * @typedef {object} MoveNode
 * @property {number} id
 * @property {number} parent
 * @property {number[]} children the first one continues the main line
 * @property {string} uci
 * @property {string} san
 * @property {string} fen
 * @property {string} [intro] comment before the move
 * @property {string} [comment]
 * @property {number[]} [nags]
 * @property {object} [evaluation] what an analysis said of the position, see marks.js
 * @property {object} [review] what a review said of the move, see marks.js
 * @property {{white: number, black: number}} [clock] milliseconds left after the move
 */

export const ROOT = -1;
export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export class Game {
  /** @type {Map<number, MoveNode>} */
  #nodes = new Map();
  #nextId = 0;

  constructor({
    tags = [],
    start = START_FEN,
    chess960 = false,
    result = "*",
    comment = "",
    nodes = [],
    evaluation,
    ending = null,
    isMatch = false,
  } = {}) {
    this.tags = tags.map(([name, value]) => [name, value]);
    this.start = start === "startpos" ? START_FEN : start;
    this.chess960 = chess960;
    this.result = result;
    this.comment = comment;
    this.rootEvaluation = evaluation;
    /** How the game ended, in words, where the board does not show it: resignation, time, agreement. */
    this.ending = ending;
    /** Whether the game is played, or was played, against the engine on this page. */
    this.isMatch = isMatch;
    this.rootChildren = [];
    for (const node of nodes) this.#insert(node);
  }

  #insert({ parent, ...rest }) {
    const id = this.#nextId++;
    this.#nodes.set(id, { ...rest, parent, id, children: [] });
    this.children(parent).push(id);
    return id;
  }

  /** @returns {MoveNode | undefined} */
  node(id) {
    return this.#nodes.get(id);
  }

  has(id) {
    return id === ROOT || this.#nodes.has(id);
  }

  children(id) {
    return id === ROOT ? this.rootChildren : this.#nodes.get(id).children;
  }

  parent(id) {
    return id === ROOT ? ROOT : this.#nodes.get(id).parent;
  }

  fen(id) {
    return id === ROOT ? this.start : this.#nodes.get(id).fen;
  }

  evaluation(id) {
    return id === ROOT ? this.rootEvaluation : this.#nodes.get(id).evaluation;
  }

  setEvaluation(id, evaluation) {
    if (id === ROOT) this.rootEvaluation = evaluation;
    else this.#nodes.get(id).evaluation = evaluation;
  }

  tag(name) {
    return this.tags.find(([key]) => key === name)?.[1];
  }

  setTag(name, value) {
    const tag = this.tags.find(([key]) => key === name);
    if (tag) tag[1] = value;
    else this.tags.push([name, value]);
  }

  /** The ids from the first move to `id`. */
  path(id) {
    const ids = [];
    for (let at = id; at !== ROOT; at = this.parent(at)) ids.push(at);
    return ids.reverse();
  }

  moves(id) {
    return this.path(id).map((step) => this.node(step).uci);
  }

  /** The ids of the main line from `id` on, without `id`. */
  lineFrom(id) {
    const ids = [];
    for (let at = this.children(id)[0]; at !== undefined; at = this.children(at)[0]) ids.push(at);
    return ids;
  }

  mainLine() {
    return this.lineFrom(ROOT);
  }

  /** The last position of the line through `id`. */
  end(id) {
    return this.lineFrom(id).at(-1) ?? id;
  }

  isMainLine(id) {
    return this.path(id).every((step) => this.children(this.parent(step))[0] === step);
  }

  /** Adds a move, or finds it among the children of `parent`. @returns {number} its id */
  add(parent, { uci, san, fen }) {
    const known = this.children(parent).find((child) => this.node(child).uci === uci);
    return known ?? this.#insert({ parent, uci, san, fen });
  }

  /** Removes a move and everything after it. @returns {number} the id of its parent */
  remove(id) {
    const parent = this.parent(id);
    const siblings = this.children(parent);
    siblings.splice(siblings.indexOf(id), 1);
    const drop = (at) => {
      this.children(at).forEach(drop);
      this.#nodes.delete(at);
    };
    drop(id);
    return parent;
  }

  /** Moves the variation that `id` belongs to one place up, where it branches off. */
  promote(id) {
    for (const step of this.path(id).reverse()) {
      const siblings = this.children(this.parent(step));
      const place = siblings.indexOf(step);
      if (place > 0) {
        siblings.splice(place, 1);
        siblings.splice(place - 1, 0, step);
        return;
      }
    }
  }

  /** The game as the server's GAME, and the new index of every id. */
  pack() {
    const nodes = [];
    const index = new Map([[ROOT, ROOT]]);
    const stack = [...this.rootChildren].reverse();
    while (stack.length > 0) {
      const id = stack.pop();
      const { id: _, children, parent, ...rest } = this.node(id);
      index.set(id, nodes.length);
      nodes.push({ ...rest, parent: index.get(parent) });
      stack.push(...[...children].reverse());
    }
    const { tags, start, chess960, result, comment, rootEvaluation, ending, isMatch } = this;
    return {
      game: { tags, start, chess960, result, comment, nodes, evaluation: rootEvaluation, ending, isMatch },
      index,
    };
  }

  /** GAME with the contract's fields only: what the server is sent. */
  toServer() {
    const { game } = this.pack();
    const nodes = game.nodes.map(({ parent, uci, san, fen, intro, comment, nags }) => ({
      parent,
      uci,
      san,
      fen,
      intro,
      comment,
      nags,
    }));
    const { tags, start, chess960, result, comment } = game;
    return { tags, start, chess960, result, comment, nodes };
  }
}
