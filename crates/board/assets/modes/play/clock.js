// The clock of a game: counts down for one side, adds the increment after a move, and flags.

const TICK_MS = 100;

export class Clock {
  #left;
  #increment;
  #running = null;
  #since = 0;
  #timer = 0;
  #onTick;
  #onFlag;

  /**
   * @param {{white: number, black: number, increment: number}} times milliseconds
   * @param {() => void} onTick
   * @param {(colour: string) => void} onFlag
   */
  constructor({ white, black, increment }, onTick, onFlag) {
    this.#left = { white, black };
    this.#increment = increment;
    this.#onTick = onTick;
    this.#onFlag = onFlag;
  }

  /** Milliseconds left for both sides, and whose time runs. */
  state() {
    const now = (colour) => this.#left[colour] - (this.#running === colour ? performance.now() - this.#since : 0);
    return {
      white: Math.max(0, now("white")),
      black: Math.max(0, now("black")),
      increment: this.#increment,
      running: this.#running,
    };
  }

  /** Runs the time of `colour`. */
  start(colour) {
    this.stop();
    this.#running = colour;
    this.#since = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#onTick();
  }

  stop() {
    const { white, black } = this.state();
    this.#left = { white, black };
    this.#running = null;
    clearInterval(this.#timer);
    this.#onTick();
  }

  /** `colour` has moved: its time stops and gains the increment. */
  moved(colour) {
    const counted = this.#running === colour;
    this.stop();
    if (counted) this.#left[colour] += this.#increment;
  }

  /** Sets the time back to what it was, for a move that is taken back. */
  set({ white, black }) {
    this.stop();
    this.#left = { white, black };
    this.#onTick();
  }

  #tick() {
    const colour = this.#running;
    this.#onTick();
    if (this.state()[colour] > 0) return;
    this.stop();
    this.#onFlag(colour);
  }
}
