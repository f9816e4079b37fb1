// A recorded tree as the page knows it: pages and icicles are asked for once, and every node that
// was seen remembers its parent, so that lines and breadcrumbs need no further question.

/** How many answers of one tree are kept. */
const KEPT = 400;

export class Recorded {
  /** `answer` is the server's answer to "tree", `question` is {place, start: {fen, turn, move_number}}. */
  constructor(app, answer, question) {
    this.app = app;
    this.answer = answer;
    this.question = question;
    this.root = answer.root;
    this.answers = new Map();
    this.parents = new Map([[answer.root, { id: answer.root, mv: "root", uci: null, parent: null }]]);
  }

  ask(type, payload) {
    const key = `${type} ${JSON.stringify(payload)}`;
    if (!this.answers.has(key)) {
      if (this.answers.size >= KEPT) this.answers.delete(this.answers.keys().next().value);
      const answer = this.app.request(type, { tree: this.answer.tree, ...payload });
      answer.catch(() => this.answers.delete(key));
      this.answers.set(key, answer);
    }
    return this.answers.get(key);
  }

  /** Refuses a tree that only has the name of this one: a restarted server counts from one again. */
  async check() {
    const { fen, node } = await this.page(this.root);
    const placement = (text) => text.split(" ").slice(0, 2).join(" ");
    if (placement(fen) !== placement(this.question.start.fen) || node.score !== this.answer.score) {
      throw new Error("The server has been restarted since this recording: record the tree again.");
    }
  }

  /** A node with fifty of its children. */
  async page(node, skip = 0, order = "nodes") {
    const page = await this.ask("tree.page", { node, skip, order });
    for (const child of page.children) this.learn(child, node);
    return page;
  }

  /** The subtree of a node as nested branches, without those below a share of its nodes. */
  async icicle(node, { levels, share }) {
    const branch = await this.ask("tree.icicle", { node, levels, min_share: share });
    const visit = (at) => at.children.forEach((child) => (this.learn(child, at.id), visit(child)));
    visit(branch);
    return branch;
  }

  learn({ id, mv, uci }, parent) {
    if (!this.parents.has(id)) this.parents.set(id, { id, mv, uci: uci ?? null, parent });
  }

  /** The nodes from the root to `id`, both included. */
  path(id) {
    const path = [];
    for (let at = this.parents.get(id); at; at = this.parents.get(at.parent)) path.unshift(at);
    return path;
  }

  /**
   * The node after these moves (UCI) from the root, or the last one that was searched, with what is
   * missing below it.
   */
  async follow(moves) {
    let at = this.root;
    for (let length = 1; length <= moves.length; length += 1) {
      const found = await this.ask("tree.find", { moves: moves.slice(0, length) });
      if (found.missing) return { node: at, missing: found.missing };
      this.learn({ id: found.node, mv: found.line?.at(-1) ?? moves[length - 1], uci: moves[length - 1] }, at);
      at = found.node;
    }
    return { node: at, missing: null };
  }
}
