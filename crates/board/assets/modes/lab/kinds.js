// Kinds and states of runs as people call them.

import { el } from "../../dom.js";

const KINDS = {
  sprt: "Sequential test (SPRT)",
  match: "Match",
  gauntlet: "Gauntlet",
  "round robin": "Round robin",
  ablation: "Ablation",
  comparison: "Comparison",
  suite: "Suite",
  audit: "Audit",
  why: "Why",
  spsa: "Tuning (SPSA)",
  plan: "Plan",
};

export const kindWords = (kind) => KINDS[kind] ?? kind;

/** Whether a run is "running", "stopped" or "finished", as a badge with the word: colour alone would not tell. */
export const stateBadge = (state) => el("span", { class: `state state-${state}`, "data-test": "run-state" }, state);

/** Seconds as "2 h 5 min", "4 min" or "30 s". */
export function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "3 minutes ago", for a time in milliseconds since 1970. */
export function ago(milliseconds, now = Date.now()) {
  const minutes = Math.max(0, Math.round((now - milliseconds) / 60000));
  const words = (number, unit) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;
  if (minutes < 1) return "just now";
  if (minutes < 60) return words(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? words(hours, "hour") : words(Math.round(hours / 24), "day");
}
