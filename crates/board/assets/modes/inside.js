// What no other program shows: the recorded tree of a search, why a move was not played, and the
// heuristics at work.

import { el, fill } from "../dom.js";
import { Explorer } from "./inside/explorer.js";
import { Ledger } from "./inside/ledger.js";
import { Setup } from "./inside/setup.js";
import { Tabs } from "./inside/tabs.js";
import { holdsEnd, likelyDepths, walkedNode } from "./inside/walked_tree.js";
import { Why } from "./inside/why.js";

export function mount(app, element) {
  const titles = new Map();
  const learn = () => app.hello?.heuristics.forEach(({ name, title }) => titles.set(name, title));
  learn();
  app.on("hello", learn);

  let ledger = null;
  const setup = new Setup(app, () => ledger?.setupChanged());
  const explorer = new Explorer(app, setup, titles);
  setup.actions.append(explorer.recordButton);
  const why = new Why(app, setup, { titles, openTree });
  ledger = new Ledger(app, setup);

  const tabs = new Tabs("Inside the search", [
    { name: "tree", label: "Tree", view: explorer },
    { name: "why", label: "Why not this move?", view: why },
    { name: "heuristics", label: "Heuristics", view: ledger },
  ], (name) => (setup.element.dataset.for = name));

  /** Records the tree that an answer walked through, and shows a line of it with what cut it. */
  async function openTree({ place, fields, label, answer, line, moves, heuristic }) {
    tabs.choose("tree");
    let walked = null;
    for (const depth of likelyDepths(answer)) {
      if (!(await explorer.recordPlace(place, { depth, ...fields }, label))) return;
      if (await holdsEnd(explorer.recorded, answer)) {
        walked = walkedNode(explorer.recorded, answer, line, moves);
        break;
      }
    }
    if (walked === null) await explorer.openLine(moves, heuristic);
    else await explorer.openNode(walked, heuristic);
  }

  const title = el("h2", { class: "visually-hidden" }, "Inside the search");
  fill(element, el("div", { class: "inside" }, title, tabs.list, setup.element, tabs.panels));
  return { show: () => tabs.show(), hide: () => tabs.hide() };
}
