// How to search: depth, preset, and a switch for each heuristic. A switch that nobody has touched is
// not sent, so it keeps what the preset says.

import { button, el, fill } from "../../dom.js";
import { heuristicLabel } from "./palette.js";
import { inSentence } from "./words.js";

const GROUPS = [
  ["Cut whole nodes", [
    "StaticNull", "Razoring", "NodeFutility", "NullMove", "ProbCut", "MultiCut",
    "TableCutoff", "MateDistance", "UpcomingRepetition", "DeltaNode",
  ]],
  ["Skip moves", ["MoveCount", "Futility", "ExtendedFutility", "HistoryPruning", "SeePruning", "Delta"]],
  ["Change the depth", [
    "Reductions", "Deeper", "Hindsight", "Iir", "Iid", "Singular",
    "CheckExtension", "RecaptureExtension", "Quiescence",
  ]],
];

const DEEPEST = 18;

export class Setup {
  /** `onChange()` is called when preset or switches have changed. */
  constructor(app, onChange) {
    Object.assign(this, { app, onChange, touched: new Map(), switches: new Map() });
    this.depth = el("input", {
      type: "range", id: "inside-depth", min: 2, max: DEEPEST, step: 1, value: app.settings.get("insideDepth") ?? 10,
      oninput: () => this.depthShown(),
      onchange: () => app.settings.set("insideDepth", Number(this.depth.value)),
    });
    this.depthText = el("output", { for: "inside-depth", class: "depth-value" });
    this.preset = el("select", { id: "inside-preset", onchange: () => this.reset() });
    this.list = el("div", { class: "switch-groups" });
    this.actions = el("div", { class: "setup-actions" });
    this.summary = el("span", { "data-test": "switch-summary" });
    this.element = el("div", { class: "setup" },
      el("div", { class: "setup-row" },
        el("div", { class: "field field-depth" }, el("label", { for: "inside-depth" }, "Depth"), this.depth, this.depthText),
        el("div", { class: "field" }, el("label", { for: "inside-preset" }, "Preset"), this.preset), this.actions),
      el("details", { class: "switches", "data-test": "switches" },
        el("summary", {}, el("span", {}, "Heuristics"), this.summary),
        el("p", { class: "fine" }, "Switch one off, record again, and see the tree change."),
        this.list,
        button({ icon: "undo", text: "Reset all switches", onclick: () => this.reset() })));
    this.depthShown();
    if (app.hello) this.build(app.hello);
    app.on("hello", () => this.build(app.hello));
  }

  build(hello) {
    this.defaults = new Map(hello.settings.map(({ name, default: value }) => [name, value === true]));
    const chosen = this.preset.value;
    const option = ({ name, title }) => el("option", { value: name, title, selected: name === chosen }, name);
    fill(this.preset, hello.presets.map(option));
    this.own = hello.presets[0]?.name;
    const grouped = new Set(GROUPS.flatMap(([, names]) => names));
    const others = hello.heuristics.map(({ name }) => name).filter((name) => !grouped.has(name));
    const byName = new Map(hello.heuristics.map((heuristic) => [heuristic.name, heuristic]));
    this.switches.clear();
    fill(this.list, [...GROUPS, ["Table, windows, order and evaluation", others]].map(([title, names]) =>
      el("fieldset", { class: "switch-group" }, el("legend", {}, title),
        names.filter((name) => byName.has(name)).map((name) => this.row(byName.get(name))))));
    this.refresh();
  }

  row({ name, title, switch: option }) {
    const id = `switch-${name}`;
    const box = el("input", { type: "checkbox", id, "aria-describedby": `${id}-about`, onchange: () => {
      if (this.isOwn() && box.checked === this.defaults.get(option)) this.touched.delete(option);
      else this.touched.set(option, box.checked);
      this.refresh();
    } });
    this.switches.set(option, { box, name });
    return el("div", { class: "switch" }, box,
      el("label", { for: id }, heuristicLabel(name)), el("p", { id: `${id}-about`, class: "fine" }, title));
  }

  isOwn() {
    return !this.preset.value || this.preset.value === this.own;
  }

  reset() {
    this.touched.clear();
    this.refresh();
  }

  refresh() {
    for (const [option, { box }] of this.switches) {
      const touched = this.touched.has(option);
      box.checked = touched ? this.touched.get(option) : this.defaults.get(option);
      box.indeterminate = !touched && !this.isOwn();
    }
    const untouched = this.isOwn() ? "all at their defaults" : `as ${this.preset.value} has them`;
    this.summary.textContent = this.touched.size === 0 ? untouched : this.changes().join(", ");
    this.onChange();
  }

  depthShown() {
    this.depthText.textContent = `${this.depth.value} plies`;
  }

  /** What differs from the preset, in words: "static null move off". */
  changes() {
    const nameOf = (option) => inSentence(this.switches.get(option)?.name ?? option);
    return [...this.touched].map(([option, on]) => `${nameOf(option)} ${on ? "on" : "off"}`);
  }

  /** The fields of a request that say how to search. */
  fields() {
    const fields = {};
    if (!this.isOwn()) fields.preset = this.preset.value;
    if (this.touched.size > 0) fields.settings = Object.fromEntries(this.touched);
    return fields;
  }

  /** A name for these settings: the preset, and what differs from it. */
  label() {
    const preset = this.isOwn() ? [] : [this.preset.value];
    const parts = [...preset, ...this.changes()];
    return parts.length === 0 ? "default settings" : parts.join(", ");
  }
}
