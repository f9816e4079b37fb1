// Tabs within a mode. A view is {element, show(), hide()}; only the chosen one is shown.

import { el } from "../../dom.js";
import { tab as remembered } from "../../store.js";

export class Tabs {
  /** `parts` is [{name, label, view}]; `onChoose(name)` is called before a view is shown. */
  constructor(label, parts, onChoose = () => {}) {
    Object.assign(this, { parts, onChoose, on: false });
    this.list = el("div", { class: "inner-tabs", role: "tablist", "aria-label": label });
    for (const [index, part] of parts.entries()) {
      const { name, label: text, view } = part;
      const [id, panelId] = [`inner-${name}`, `inner-panel-${name}`];
      part.button = el("button", {
        type: "button", role: "tab", id, "aria-controls": panelId, "aria-selected": "false", tabindex: -1,
        onclick: () => this.choose(name),
        onkeydown: (event) => this.key(event, index),
      }, text);
      part.panel = el("section", { role: "tabpanel", id: panelId, "aria-labelledby": id, hidden: true }, view.element);
      this.list.append(part.button);
    }
    this.panels = el("div", { class: "inner-panels" }, parts.map(({ panel }) => panel));
    const before = remembered.get("inside");
    this.choose(parts.some(({ name }) => name === before) ? before : parts[0].name);
  }

  choose(name) {
    if (this.chosen === name) return;
    const old = this.parts.find((part) => part.name === this.chosen);
    if (old && this.on) old.view.hide();
    this.chosen = name;
    remembered.set("inside", name);
    for (const part of this.parts) {
      const here = part.name === name;
      part.button.setAttribute("aria-selected", String(here));
      part.button.tabIndex = here ? 0 : -1;
      part.panel.hidden = !here;
    }
    this.onChoose(name);
    if (this.on) this.view().show();
  }

  view() {
    return this.parts.find((part) => part.name === this.chosen).view;
  }

  show() {
    this.on = true;
    this.view().show();
  }

  hide() {
    this.on = false;
    this.view().hide();
  }

  key(event, index) {
    const steps = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: this.parts.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.parts[(steps[event.key] + this.parts.length) % this.parts.length];
    next.button.focus();
    this.choose(next.name);
  }
}
