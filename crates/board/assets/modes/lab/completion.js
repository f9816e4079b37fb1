// Completes the last word of a player's text with the names of settings. The list belongs to the
// browser, so keyboard and screen readers work as in every other field.

import { el, fill } from "../../dom.js";

const SHOWN = 30;

export class Completion {
  constructor(app, input) {
    Object.assign(this, { app, input });
    this.list = el("datalist", { id: `completion-${crypto.randomUUID()}` });
    input.setAttribute("list", this.list.id);
    input.addEventListener("input", () => this.offer());
    input.addEventListener("focus", () => this.offer());
  }

  offer() {
    const text = this.input.value;
    const start = text.lastIndexOf(" ") + 1;
    const [before, word] = [text.slice(0, start), text.slice(start)];
    const words = this.words(word, before === "").slice(0, SHOWN);
    fill(this.list, words.map(({ value, label }) => el("option", { value: before + value, label })));
  }

  /** What may follow: the engine itself first, then settings, presets and values. */
  words(word, first) {
    if (first) return [{ value: "self", label: "our engine with default settings" }];
    const { settings = [], presets = [] } = this.app.hello ?? {};
    const [name, begun] = word.split("=");
    if (begun !== undefined) return this.values(name, settings, presets);
    const names = settings.map((setting) => ({ value: `${setting.name}=`, label: `default ${setting.default}. ${setting.doc}` }));
    const all = [{ value: "preset=", label: "all settings of a preset" }, ...names];
    // Names that begin with the word come first, then those that contain it.
    const at = ({ value }) => value.toLowerCase().indexOf(word.toLowerCase());
    return all.filter((option) => at(option) >= 0).sort((one, other) => Math.sign(at(one)) - Math.sign(at(other)));
  }

  values(name, settings, presets) {
    if (name === "preset") return presets.map((preset) => ({ value: `preset=${preset.name}`, label: preset.title }));
    const setting = settings.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!setting) return [];
    const choices = setting.type === "check" ? ["true", "false"] : setting.values;
    if (choices) return choices.map((choice) => ({ value: `${setting.name}=${choice}`, label: setting.doc }));
    return [{ value: `${setting.name}=${setting.default}`, label: `default; ${setting.min} to ${setting.max}` }];
  }
}
