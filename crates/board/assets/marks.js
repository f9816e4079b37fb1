// What evaluations say of moves: marks, accuracy and a sentence. A move is judged as soon as the
// positions before and after it are evaluated, by the expected points that it gives away.

import { ROOT } from "./game.js";
import { expectedPoints, moveNumberText, scoreText } from "./score.js";

/**
 * @typedef {object} Evaluation
 * @property {object} score SCORE, White's point of view
 * @property {number[]} wdl
 * @property {number} depth 0 if it does not come from a search
 * @property {string} [from] where it comes from, if not from a search: "the review", "the result"
 * @property {{uci: string, san: string}[]} line the best line
 */

/**
 * @typedef {object} Reviewed what a review says of a move
 * @property {number} loss
 * @property {string} mark "" for none
 * @property {string} text why the move was bad
 */

/** Numeric annotation glyphs of PGN. */
const GLYPHS = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  36: "→",
  40: "↑",
  44: "=∞",
  132: "⇆",
  146: "N",
};

/** The glyphs that can be chosen in the notation. */
export const CHOICES = [
  [1, "!", "good move"],
  [3, "!!", "excellent move"],
  [5, "!?", "interesting move"],
  [6, "?!", "dubious move"],
  [2, "?", "mistake"],
  [4, "??", "blunder"],
];

export const glyphText = (nag) => GLYPHS[nag] ?? `$${nag}`;

const NAMES = { "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder" };

/**
 * Judges the move that leads to `id`.
 * @param {{mark: string, loss: number}[]} marks thresholds, as hello tells them
 * @returns {{loss: number, mark: string | null, white: boolean} | null} null while an evaluation is missing
 */
export function judge(game, id, marks) {
  if (id === ROOT) return null;
  const white = game.fen(game.parent(id)).split(" ")[1] !== "b";
  const { review } = game.node(id);
  if (review) return { loss: review.loss, mark: review.mark || null, white };
  const before = game.evaluation(game.parent(id));
  const after = game.evaluation(id);
  if (!before?.wdl || !after?.wdl) return null;
  const change = expectedPoints(before.wdl) - expectedPoints(after.wdl);
  // The engine's own move is never worse than itself, whatever the two searches say.
  const best = before.line?.[0]?.uci === game.node(id).uci;
  const loss = best ? 0 : Math.max(0, white ? change : -change);
  const mark = marks.toSorted((a, b) => b.loss - a.loss).find((each) => loss >= each.loss)?.mark ?? null;
  return { loss, mark, white };
}

/** Lichess's curve from lost expected points to a percentage; the review of the server uses it too. */
function accuracyOf(loss) {
  return Math.max(0, Math.min(100, 103.1668 * Math.exp(-4.354 * loss) - 3.1668));
}

/** The mean accuracy of each side over the judged moves of the main line; null without any. */
export function accuracy(game, marks) {
  const sides = { white: [], black: [] };
  for (const id of game.mainLine()) {
    const judged = judge(game, id, marks);
    if (judged) sides[judged.white ? "white" : "black"].push(accuracyOf(judged.loss));
  }
  const mean = (list) => (list.length ? list.reduce((sum, each) => sum + each, 0) / list.length : null);
  return { white: mean(sides.white), black: mean(sides.black), judged: sides.white.length + sides.black.length };
}

/**
 * Why the move that leads to `id` was bad, with the refutation.
 * @returns {{text: string, refutation: {uci: string, san: string}[], best: {uci: string, san: string}[]} | null}
 */
export function reproach(game, id, marks) {
  const judged = judge(game, id, marks);
  if (!judged?.mark) return null;
  const before = game.evaluation(game.parent(id));
  const after = game.evaluation(id);
  const refutation = after?.line?.slice(0, 5) ?? [];
  const best = before?.line ?? [];
  const { review } = game.node(id);
  if (review?.text) return { text: review.text, refutation, best };
  const number = moveNumberText(game.fen(game.parent(id)));
  const side = judged.white ? "White" : "Black";
  const points = Math.round(judged.loss * 100);
  const parts = [
    `${number} ${game.node(id).san} is ${NAMES[judged.mark]}: it costs ${side} ${points} % of a point (${scoreText(before.score)} → ${scoreText(after.score)}).`,
  ];
  if (refutation.length > 0)
    parts.push(
      `The answer is ${refutation
        .slice(0, 3)
        .map(({ san }) => san)
        .join(" ")}.`,
    );
  if (best.length > 0) parts.push(`Better was ${best[0].san}.`);
  return { text: parts.join(" "), refutation, best };
}
