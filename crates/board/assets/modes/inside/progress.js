// The progress of a request that takes a while: a bar, words, and a button that stops it.

import { button, el } from "../../dom.js";

export class Progress {
  constructor(label) {
    this.bar = el("progress", { max: 1, "aria-label": label });
    this.words = el("span", { class: "progress-words" });
    this.stop = button({ icon: "close", text: "Stop" });
    this.element = el("div", { class: "progress", hidden: true, "data-test": "progress" }, this.bar, this.words, this.stop);
  }

  /** Shows the bar; `onStop` is called when the button is pressed. */
  start(words, onStop) {
    this.bar.removeAttribute("value");
    this.words.textContent = words;
    this.stop.onclick = onStop;
    this.element.hidden = false;
  }

  /** `share` is null if nobody knows how much is left. */
  update(words, share = null) {
    this.words.textContent = words;
    if (share === null) this.bar.removeAttribute("value");
    else this.bar.value = Math.min(1, share);
  }

  end() {
    this.element.hidden = true;
  }
}
