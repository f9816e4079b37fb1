// The list of runs in the folder of the lab.

import { el, fill } from "../../dom.js";
import { plural } from "../inside/words.js";
import { ago, kindWords, stateBadge } from "./kinds.js";

export class Runs {
  constructor({ onOpen }) {
    Object.assign(this, { onOpen, shown: "" });
    this.list = el("ul", { class: "run-list", "data-test": "lab-runs" });
    this.none = el("p", { class: "empty", hidden: true },
      "No runs yet. Start a small one, or run secateur lab in a terminal: its folders appear here.");
    this.element = el("div", {}, this.list, this.none);
  }

  /** Draws the list only when it has changed, so that it stays put under the pointer. */
  show(runs) {
    const shown = JSON.stringify(runs) + Math.floor(Date.now() / 60000);
    if (shown === this.shown) return;
    this.shown = shown;
    this.none.hidden = runs.length > 0;
    const focused = document.activeElement?.dataset?.run;
    fill(this.list, runs.map((run) => this.row(run)));
    if (focused) this.list.querySelector(`[data-run="${CSS.escape(focused)}"]`)?.focus();
  }

  row({ name, kind, title, state, games, summary, changed_ms: changed }) {
    const detail = [kindWords(kind), name === title ? null : name, games === null ? null : plural(games, "game"), ago(changed)];
    return el("li", {}, el("button", { type: "button", class: "run", "data-run": name, onclick: () => this.onOpen(name) },
      el("span", { class: "run-title" }, title || name),
      stateBadge(state),
      el("span", { class: "run-detail" }, detail.filter(Boolean).join(" · ")),
      summary ? el("span", { class: "run-summary" }, summary) : null));
  }
}
