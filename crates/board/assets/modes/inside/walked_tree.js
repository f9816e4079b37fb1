// The tree that an answer walked through. The answer searched a number of nodes and walked either
// the last iteration that it finished or the one that was stopped. A search to that depth makes the
// same decisions, so recording it shows the same nodes with the same numbers.

/** The depths at which the walked tree may be recorded, the likelier one first. */
export function likelyDepths({ depth, steps }) {
  const first = steps[0];
  const stopped = first !== undefined && first.depth + first.reduction >= depth;
  return stopped ? [depth + 1, depth] : [depth, depth + 1];
}

/**
 * The node of the walk at a line, or null. The walk may go below an earlier search of the root than
 * the last one, from which lines are found, so its own numbers are the only way to its nodes.
 */
export function walkedNode(recorded, { steps }, line, moves) {
  // A score of the table leads to the node that stored it, with the same line: the last one counts.
  const at = steps.findLastIndex((step) => step.line.join(" ") === line.join(" "));
  if (at < 0) return null;
  let parent = recorded.root;
  for (const [index, step] of steps.slice(0, at + 1).entries()) {
    const stored = steps[index - 1]?.from_table ? " (stored)" : "";
    recorded.learn({ id: step.node, mv: step.line.at(-1) + stored, uci: moves[step.line.length - 1] }, parent);
    parent = step.node;
  }
  return parent;
}

/**
 * Whether a recorded tree has the node at which the walk ended. Its line may be another one: the walk
 * goes from a score of the table to the node that stored it, wherever that stands.
 */
export async function holdsEnd(recorded, { steps }) {
  const last = steps.at(-1);
  try {
    const { node } = await recorded.page(last.node);
    return node.reason === last.ended_by && node.depth === last.depth && node.reduction === last.reduction;
  } catch {
    return false; // A smaller tree has no node of that number.
  }
}
