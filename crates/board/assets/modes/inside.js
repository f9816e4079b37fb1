// What no other program shows: the recorded tree of a search, why a move was not played, and the
// heuristics at work.

import { el, fill } from "../dom.js";
import { Explorer } from "./inside/explorer.js";
import { Ledger } from "./inside/ledger.js";
import { Setup } from "./inside/setup.js";
import { Tabs } from "./inside/tabs.js";
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
  const why = new Why(app, { titles, openTree });
  ledger = new Ledger(app, setup);

  const tabs = new Tabs("Inside the search", [
    { name: "tree", label: "Tree", view: explorer },
    { name: "why", label: "Why not this move?", view: why },
    { name: "heuristics", label: "Heuristics", view: ledger },
  ], (name) => (setup.element.dataset.for = name));

  async function openTree({ place, nodes, moves, reason }) {
    tabs.choose("tree");
    const label = `${nodes.toLocaleString("en")} nodes, as in the answer`;
    if (await explorer.recordPlace(place, { depth: 64, nodes }, label)) await explorer.openLine(moves, reason);
  }

  fill(element, el("div", { class: "inside" }, el("h2", { class: "visually-hidden" }, "Inside the search"), tabs.list, setup.element, tabs.panels));
  return { show: () => tabs.show(), hide: () => tabs.hide() };
}
