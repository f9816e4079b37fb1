// The board with what stands around it.

export function mountBoard() {
  return { setArrows() {}, setHighlights() {}, preview() {} };
}
