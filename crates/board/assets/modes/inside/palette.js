// What ends a node, and how it is drawn. A colour alone never tells two reasons apart: each has a
// code that is written into the cells, and reasons that share a colour differ in their hatching.

/** The families of the legend, in its order. */
export const FAMILIES = [
  { key: "searched", label: "Searched" },
  { key: "evaluation", label: "Cut by the evaluation" },
  { key: "search", label: "Cut by a smaller search" },
  { key: "known", label: "Known or proved" },
  { key: "over", label: "Nothing left to search" },
];

const END_ROWS = [
  // reason as the server writes it, code, label, family, hatched
  ["all moves searched", "all", "All moves searched", "searched", false],
  ["a move reached beta", "β", "A move reached beta", "searched", false],
  ["stands pat", "SP", "Stands pat", "searched", false],
  ["StaticNull", "SN", "Static null move", "evaluation", false],
  ["Razoring", "Rz", "Razoring", "evaluation", false],
  ["NodeFutility", "NF", "Node futility", "evaluation", true],
  ["DeltaNode", "Δ", "Delta pruning", "evaluation", false],
  ["NullMove", "NM", "Null move", "search", false],
  ["ProbCut", "PC", "ProbCut", "search", false],
  ["MultiCut", "MC", "Multi-cut", "search", true],
  ["TableCutoff", "TT", "Table cutoff", "known", false],
  ["MateDistance", "MD", "Mate distance", "known", true],
  ["UpcomingRepetition", "UR", "Upcoming repetition", "known", true],
  ["draw", "=", "Draw", "over", false],
  ["no legal move", "#", "No legal move", "over", true],
  ["ply limit", "PL", "Ply limit", "over", false],
  ["search stopped", "…", "Search stopped", "over", true],
  // These never end a node, so they are not in the legend: they skip moves or reduce them.
  ["MoveCount", "Mc", "Move count pruning", "move", false],
  ["Futility", "Fu", "Futility pruning", "move", false],
  ["ExtendedFutility", "Fc", "Futility of captures", "move", true],
  ["HistoryPruning", "Hi", "History pruning", "move", false],
  ["SeePruning", "SE", "SEE pruning", "move", false],
  ["Delta", "δ", "Delta pruning", "move", true],
  ["Reductions", "LR", "Late move reductions", "move", false],
];

const ENDS = new Map(
  END_ROWS.map(([reason, code, label, family, hatched], place) => [
    reason,
    { reason, key: reason.replaceAll(" ", "-"), code, label, family, hatched, place },
  ]),
);

/** How a reason is drawn. A heuristic that this page does not know yet is drawn as "other". */
export function endOf(reason) {
  return (
    ENDS.get(reason) ?? {
      reason,
      key: "other",
      code: "?",
      label: heuristicLabel(reason),
      family: "evaluation",
      hatched: false,
      place: END_ROWS.length,
    }
  );
}

const LABELS = {
  Iir: "Internal iterative reduction",
  Iid: "Internal iterative deepening",
  Deeper: "Deeper re-search",
  Singular: "Singular extension",
  DeltaNode: "Delta pruning, whole node",
  Delta: "Delta pruning, single move",
  Aspiration: "Aspiration windows",
};

/** The name of a heuristic as people write it: "StaticNull" is a static null move. */
export function heuristicLabel(name) {
  const known = LABELS[name] ?? ENDS.get(name)?.label;
  if (known) return known;
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
