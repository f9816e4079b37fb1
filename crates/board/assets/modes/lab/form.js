// The form that starts a small run. Errors stand beside the field that the server names.

import { button, el, fill } from "../../dom.js";
import { troubleLine } from "../inside/parts.js";
import { Completion } from "./completion.js";

const KINDS = [
  { kind: "sprt", label: "SPRT", about: "Is A better than B? Plays until the answer is clear, or the games are used up." },
  { kind: "match", label: "Match", about: "How much better is A than B? Plays all games." },
  { kind: "ablate", label: "Ablation", about: "What is each heuristic worth? Switches each in turn and plays the baseline." },
];

/** The numbers of a run, and the kinds that have them. */
const NUMBERS = [
  { name: "nodes", label: "Nodes a move", value: 3000, min: 1, step: 1, kinds: ["sprt", "match", "ablate"] },
  { name: "games", label: "Games at most", value: 400, min: 2, step: 2, kinds: ["sprt", "match", "ablate"] },
  { name: "elo0", label: "H0: Elo", value: 0, step: "any", kinds: ["sprt"] },
  { name: "elo1", label: "H1: Elo", value: 30, step: "any", kinds: ["sprt"] },
];

export class StartForm {
  /** `onStarted(run)` is called with the name of the new run. */
  constructor(app, { onStarted }) {
    Object.assign(this, { app, onStarted, fields: new Map() });
    this.about = el("p", { class: "fine" });
    const radio = { type: "radio", name: "lab-kind" };
    const kinds = KINDS.map(({ kind, label }) => el("label", {},
      el("input", { ...radio, value: kind, checked: kind === "sprt", onchange: () => this.choose(kind) }), el("span", {}, label)));
    const players = [
      this.player("a", "Player A", "self", "Our engine with settings, as in: self FutilityBase=90"),
      this.player("b", "Player B", "self LMREnabled=false", "The player that A is compared with"),
    ];
    const numbers = NUMBERS.map(({ name, label, value, min, step }) =>
      this.field(name, label, el("input", { type: "number", required: true, value, min, step })));
    const name = this.field("name", "Name (optional)",
      el("input", { type: "text", maxlength: 60, autocomplete: "off", placeholder: "chosen for you" }));
    this.trouble = troubleLine();
    this.submit = button({ icon: "play", text: "Start the run", class: "primary", type: "submit", "data-test": "lab-start" });
    const props = { class: "lab-form card", "aria-label": "Start a run", novalidate: true, onsubmit: (event) => this.send(event) };
    this.element = el("form", props,
      el("fieldset", { class: "segments", "aria-label": "Kind of run" }, kinds), this.about,
      el("div", { class: "lab-players" }, players), el("div", { class: "lab-numbers" }, numbers, name), this.trouble.element,
      el("div", { class: "row" }, this.submit));
    this.choose("sprt");
  }

  field(name, label, input, hint) {
    const id = `lab-${name}`;
    const trouble = el("p", { class: "error small", id: `${id}-trouble`, hidden: true });
    input.id = id;
    input.setAttribute("aria-describedby", `${id}-trouble${hint ? ` ${id}-hint` : ""}`);
    input.addEventListener("input", () => this.clear(name));
    const element = el("div", { class: "field", "data-field": name }, el("label", { for: id }, label), input,
      hint ? el("p", { class: "fine", id: `${id}-hint` }, hint) : null, trouble);
    this.fields.set(name, { input, trouble, element, label: element.firstChild });
    return element;
  }

  player(name, label, value, hint) {
    const plain = { spellcheck: "false", autocapitalize: "none", autocomplete: "off" };
    const input = el("input", { type: "text", value, required: true, ...plain });
    const element = this.field(name, label, input, hint);
    element.append(new Completion(this.app, input).list);
    return element;
  }

  choose(kind) {
    this.kind = kind;
    this.about.textContent = KINDS.find((one) => one.kind === kind).about;
    for (const { name, kinds } of NUMBERS) this.fields.get(name).element.hidden = !kinds.includes(kind);
    this.fields.get("b").element.hidden = kind === "ablate";
    fill(this.fields.get("a").label, kind === "ablate" ? "Baseline" : "Player A");
  }

  /** The request; hidden fields are not part of it. */
  request() {
    const request = { kind: this.kind };
    for (const [name, { input, element }] of this.fields) {
      const value = input.value.trim();
      if (element.hidden || (name === "name" && value === "")) continue;
      request[name] = input.type === "number" ? Number(value) : value;
    }
    return request;
  }

  async send(event) {
    event.preventDefault();
    for (const name of this.fields.keys()) this.clear(name);
    this.trouble.clear();
    const isEmpty = ({ input, element }) => !element.hidden && input.required && input.value.trim() === "";
    const empty = [...this.fields].find(([, field]) => isEmpty(field));
    if (empty) {
      this.blame(empty[0], missing(empty[1]));
      return;
    }
    this.submit.disabled = true;
    try {
      const { run } = await this.app.request("lab.start", this.request());
      this.app.announce(`The run ${run} has started.`);
      this.onStarted(run);
    } catch (error) {
      this.fail(error.message);
    } finally {
      this.submit.disabled = false;
    }
  }

  clear(name) {
    const { input, trouble } = this.fields.get(name);
    trouble.hidden = true;
    input.removeAttribute("aria-invalid");
  }

  /** An error begins with the field that it is about: "nodes: expected 1 to 10000000". */
  fail(message) {
    const name = message.match(/^([a-z0-9]+):\s/)?.[1];
    if (this.fields.has(name)) this.blame(name, message.slice(name.length + 2));
    else this.trouble.say(message);
  }

  blame(name, message) {
    const { input, trouble, label } = this.fields.get(name);
    trouble.textContent = message;
    trouble.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.focus();
    this.app.announce(`${label.textContent}: ${message}`);
  }
}

const missing = ({ input }) => (input.type === "number" ? "expected a number" : "expected a player, as in: self");
