// The list of runs in the folder of the lab.

import { el, fill } from "../../dom.js";
import { plural } from "../inside/words.js";
import { kindWords } from "./run.js";
import { stateBadge } from "./state.js";

/** "3 minutes ago", for a time in milliseconds since 1970. */
export function ago(milliseconds, now = Date.now()) {
  const minutes = Math.max(0, Math.round((now - milliseconds) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${plural(hours, "hour")} ago` : `${plural(Math.round(hours / 24), "day")} ago`;
}

export class Runs {
  constructor({ onOpen }) {
    this.onOpen = onOpen;
    this.shown = "";
    this.list = el("ul", { class: "run-list", "data-test": "lab-runs" });
    this.none = el("p", { class: "empty", hidden: true }, "No runs yet. Start a small one, or run secateur lab in a terminal: its folders appear here.");
    this.element = el("div", {}, this.list, this.none);
  }

  show(runs) {
    const shown = JSON.stringify(runs) + Math.floor(Date.now() / 60000);
    if (shown === this.shown) return;
    this.shown = shown;
    this.none.hidden = runs.length > 0;
    const focused = document.activeElement?.dataset?.run;
    fill(this.list, runs.map((run) => this.row(run)));
    if (focused && this.element.isConnected) this.list.querySelector(`[data-run="${CSS.escape(focused)}"]`)?.focus();
  }

  row({ name, kind, title, state, games, summary, changed_ms: changed }) {
    return el("li", {}, el("button", { type: "button", class: "run", "data-run": name, onclick: () => this.onOpen(name) },
      el("span", { class: "run-title" }, title || name),
      stateBadge(state),
      el("span", { class: "run-detail" }, [kindWords(kind), name !== title ? name : null, games === undefined || games === null ? null : plural(games, "game"), ago(changed)].filter(Boolean).join(" · ")),
      summary ? el("span", { class: "run-summary" }, summary) : null));
  }
}
