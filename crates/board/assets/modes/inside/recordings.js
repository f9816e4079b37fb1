// The strip of earlier recordings: how many nodes the same position took with other switches.

import { button, el, fill } from "../../dom.js";
import { tab } from "../../store.js";
import { bar } from "./bars.js";
import { count, scoreWords, times } from "./words.js";

/** How many recordings are kept. */
const KEPT = 6;

/** A recording is compared with the oldest one of its position and depth, default settings first. */
function baselineOf(recordings, one) {
  const alike = recordings.filter(({ place, depth }) => place === one.place && depth === one.depth);
  return alike.find(({ label }) => label === "default settings") ?? alike[0];
}

/** "Static null move off: 3.1 times the nodes". */
function comparison(recordings, one) {
  const base = baselineOf(recordings, one);
  const label = one.label.charAt(0).toUpperCase() + one.label.slice(1);
  if (base === one) return `${label}: ${count(one.nodes)} nodes`;
  const against = base.label === "default settings" ? "" : ` of ${base.label}`;
  return `${label}: ${times(one.nodes / base.nodes)}${against}`;
}

export class Recordings {
  /** A reload finds the recordings again: the server keeps the newest trees. */
  constructor({ onOpen }) {
    const { all = [], shown = 0 } = tab.get("recordings") ?? {};
    Object.assign(this, { onOpen, all, shown: all[shown] ?? null });
    this.list = el("ol", { class: "recording-list", "data-test": "recordings" });
    this.element = el("section", { class: "recordings", hidden: true },
      el("h3", { class: "visually-hidden" }, "Recordings"), this.list,
      button({ icon: "trash", label: "Forget the other recordings", class: "quiet", onclick: () => this.clear() }));
    if (this.shown) this.show(this.shown);
  }

  /** `recording` is {place, depth, label, nodes, best, score, answer, question}, plain data. */
  add(recording) {
    const again = (other) => ["place", "depth", "label"].every((key) => other[key] === recording[key]);
    this.all = this.all.filter((other) => !again(other));
    this.all.push(recording);
    if (this.all.length > KEPT) this.all.shift();
    this.show(recording);
    return comparison(this.all, recording);
  }

  show(recording) {
    this.shown = recording;
    tab.set("recordings", { all: this.all, shown: this.all.indexOf(recording) });
    const most = Math.max(...this.all.map(({ nodes }) => nodes), 1);
    this.element.hidden = this.all.length === 0;
    fill(this.list, this.all.map((one) => el("li", {},
      el("button", {
        type: "button", class: "recording", "aria-current": one === this.shown ? "true" : null, onclick: () => this.onOpen(one),
      },
        el("span", { class: "recording-words" }, comparison(this.all, one)),
        el("span", { class: "recording-detail" }, `depth ${one.depth}, ${one.best} ${scoreWords(one.score)}`),
        bar(one.nodes / most)))));
  }

  clear() {
    this.all = this.all.filter((one) => one === this.shown);
    this.show(this.shown);
  }
}
