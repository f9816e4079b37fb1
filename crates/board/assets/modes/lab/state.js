// Whether a run goes on, as a badge with a word: colour alone would not tell.

import { el } from "../../dom.js";

const STATES = { running: "Running", stopped: "Stopped", finished: "Finished" };

export const stateBadge = (state) => el("span", { class: `state state-${state}`, "data-test": "run-state" }, STATES[state] ?? state);
