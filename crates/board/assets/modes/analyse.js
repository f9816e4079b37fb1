// Analysing a position.

export function mount() {
  return { show() {}, hide() {} };
}
