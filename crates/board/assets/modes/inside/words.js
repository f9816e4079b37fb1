// Sentences and numbers for people. Values that a rule compared are in the engine's own centipawns;
// windows and scores are normalised, so the two are never mixed in one sentence.

import { heuristicLabel } from "./palette.js";

const grouped = new Intl.NumberFormat("en");

/** 1234567 as "1,234,567". */
export const count = (number) => grouped.format(Math.round(number));

/** 1234567 as "1.23 M", for places where width is short. */
export function short(number) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (number >= size) return `${Number((number / size).toPrecision(3))} ${unit}`;
  }
  return String(Math.round(number));
}

/** A share as a percentage: whole from ten on, with one decimal below it. */
export function percent(share) {
  const value = share * 100;
  if (value > 0 && value < 0.1) return "< 0.1 %";
  return `${value >= 10 ? Math.round(value) : Number(value.toFixed(1))} %`;
}

/** A number with its sign, with a true minus. */
export function signed(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number < 0 ? "−" : "+") + text;
}

/** A score as the server writes it, "-29" or "#-3", with a true minus. */
export const scoreWords = (score) => (score ?? "–").replace("-", "−");

/** A noun with its number: "1 node", "12 nodes". */
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "two times" for a ratio of node counts. */
export function times(ratio) {
  if (ratio >= 1.95) return `${Number(ratio.toPrecision(2))} times the nodes`;
  const change = Math.round((ratio - 1) * 100);
  if (change === 0) return "the same number of nodes";
  return change > 0 ? `${change} % more nodes` : `${-change} % fewer nodes`;
}

/** What each rule compared. Numbers come as text with a true minus. */
const SKIPS = {
  MoveCount: (value, threshold) =>
    `it is move ${value} of this node, and quiet moves from number ${threshold} on are left out at this depth`,
  Futility: (value, threshold) =>
    `evaluation plus margin, ${value}, does not reach alpha, ${threshold}`,
  ExtendedFutility: (value, threshold) =>
    `evaluation plus the captured piece and a margin, ${value}, does not reach alpha, ${threshold}`,
  HistoryPruning: (value, threshold) =>
    `its history score ${value} is below the limit of ${threshold}`,
  SeePruning: (_value, threshold) =>
    threshold.startsWith("−")
      ? `the exchange loses more than ${threshold.slice(1)} centipawns`
      : `the exchange does not win ${threshold} centipawns`,
  Delta: (value, threshold) =>
    `evaluation plus the captured piece and a margin, ${value}, does not reach alpha, ${threshold}`,
};

/** A move that was never searched, in a sentence; `where` may say at which depth. */
export function skipSentence({ mv, heuristic, value, threshold, and_later_quiets: later }, where = "") {
  const minus = (number) => String(number).replace("-", "−");
  const rule = SKIPS[heuristic];
  const reason = rule ? rule(minus(value), minus(threshold)) : `${minus(value)} against ${minus(threshold)}`;
  const others = later ? " All later quiet moves were skipped with it." : "";
  return `${where}${mv} was skipped by ${inSentence(heuristic)}: ${reason}.${others}`;
}

/** A heuristic's name within a sentence: names that are abbreviations keep their capitals. */
export function inSentence(heuristic) {
  const label = heuristicLabel(heuristic);
  return /^[A-Z][a-z]+[A-Z]|^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

const ENDINGS = {
  "all moves searched": "Every move that was not skipped was searched, and none reached beta.",
  "a move reached beta": "A move reached beta: the opponent would not allow this position, so the other moves do not matter.",
  "stands pat": "The evaluation alone reaches beta, so no capture is needed.",
  draw: "The position is a draw.",
  "no legal move": "There is no legal move: mate or stalemate.",
  "ply limit": "The search reached its largest ply.",
  "search stopped": "The search was stopped here.",
  Quiescence: "Quiescence decided the score.",
};

/** Why a node ended, in a sentence; `titles` maps heuristics to what they assume. */
export function endSentence(reason, titles) {
  if (ENDINGS[reason]) return ENDINGS[reason];
  const assumption = titles.get(reason);
  return `Cut by ${inSentence(reason)}.${assumption ? ` It assumes: ${assumption}` : ""}`;
}

/** SAN moves with move numbers, from the side to move and the number of the first move. */
export function numbered(sans, turn, number) {
  let white = turn === "white";
  let at = number;
  return sans
    .map((san, index) => {
      const prefix = white ? `${at}. ` : index === 0 ? `${at}… ` : "";
      if (!white) at += 1;
      white = !white;
      return prefix + san;
    })
    .join(" ");
}
