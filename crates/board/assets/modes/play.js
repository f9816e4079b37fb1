// Playing against the engine.

export function mount() {
  return { show() {}, hide() {} };
}
