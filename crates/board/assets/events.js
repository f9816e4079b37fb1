// A list of listeners by event name.

export class Events {
  #listeners = new Map();

  /** Calls `listener` at every `event`. @returns {() => void} a function that ends this */
  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
    return () => this.#listeners.get(event).delete(listener);
  }

  emit(event, detail) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(detail);
  }
}
