// Where the cells of an icicle lie. A node is as wide as its share of the nodes of the subtree; its
// children lie below it, the largest first, and what is too small to draw is one cell at the end.

/** Cells narrower than this are left out: nobody could see or hit them. */
export const NARROWEST = 2.5;
/** The cell of what is too small to draw needs more: it says little. */
const NARROWEST_REST = 6;

/**
 * The cells of a subtree, parents first. Each has its branch, its level, x and width in pixels, and
 * the indices of its parent and of its neighbours, for the keyboard.
 */
export function layout(branch, width, levels) {
  const cells = [];
  const place = (at, level, x, scale, parent) => {
    const index = cells.length;
    cells.push({ branch: at, level, x, width: at.nodes * scale, parent, first: null, before: null, after: null, rest: false });
    if (level + 1 >= levels) return index;
    let next = x;
    let before = null;
    for (const child of at.children) {
      const wide = child.nodes * scale;
      if (wide < NARROWEST) continue;
      const placed = place(child, level + 1, next, scale, index);
      if (before === null) cells[index].first = placed;
      else [cells[before].after, cells[placed].before] = [placed, before];
      before = placed;
      next += wide;
    }
    const left = x + (at.nodes - 1) * scale - next;
    if (at.children.length > 0 && left >= NARROWEST_REST) {
      cells.push({ branch: at, level: level + 1, x: next, width: left, parent: index, rest: true });
    }
    return index;
  };
  place(branch, 0, 0, width / Math.max(1, branch.nodes), null);
  return cells;
}
