// The lab live: runs of the folder, one run with its figures and games, and a form for small runs.

import { button, el, fill } from "../dom.js";
import { tab } from "../store.js";
import { note, troubleLine } from "./inside/parts.js";
import { StartForm } from "./lab/form.js";
import { RunPage } from "./lab/run.js";
import { Runs } from "./lab/runs.js";

/** How often the list is asked for while it is on show. */
const REFRESH_MS = 4000;

export function mount(app, element) {
  let on = false;
  let timer = 0;
  const form = new StartForm(app, { onStarted: (run) => open(run, true) });
  const runs = new Runs({ onOpen: (run) => open(run, true) });
  const page = new RunPage(app, { onBack: back });
  const trouble = troubleLine();
  const folder = note();
  const starter = button({
    icon: "plus", text: "New run", class: "primary", "aria-expanded": "false", "aria-controls": "lab-new", "data-test": "lab-new",
    onclick: () => unfold(formBox.hidden),
  });
  const formBox = el("div", { id: "lab-new", hidden: true }, form.element);
  const overview = el("div", { class: "lab-overview" },
    el("div", { class: "section-head" }, el("h2", {}, "Runs of the lab"), starter), formBox, trouble.element, runs.element, folder);
  fill(element, el("div", { class: "lab" }, overview, page.element));

  function unfold(shown) {
    formBox.hidden = !shown;
    starter.setAttribute("aria-expanded", String(shown));
    if (shown) form.element.querySelector("input[type=radio]:checked").focus();
  }

  function open(run, focused) {
    tab.set("labRun", run);
    unfold(false);
    overview.hidden = true;
    page.open(run, focused);
  }

  function back() {
    tab.set("labRun", null);
    page.close();
    overview.hidden = false;
    refresh();
    starter.focus();
  }

  async function refresh() {
    clearTimeout(timer);
    if (!on) return;
    if (!overview.hidden && !document.hidden) {
      try {
        runs.show((await app.request("lab.runs", {})).runs);
        trouble.clear();
      } catch (error) {
        trouble.say(error.message);
      }
    }
    clearTimeout(timer);
    if (on) timer = setTimeout(refresh, REFRESH_MS);
  }

  app.on("hello", () => {
    folder.textContent = app.hello.runs_folder ? `Folder: ${app.hello.runs_folder}` : "";
    if (!on) return;
    if (overview.hidden) page.watch();
    else refresh();
  });
  if (app.hello) folder.textContent = `Folder: ${app.hello.runs_folder}`;

  return {
    show() {
      on = true;
      const run = tab.get("labRun");
      if (run) open(run, false);
      refresh();
    },
    hide() {
      on = false;
      clearTimeout(timer);
      page.close();
    },
  };
}
