// How a position is searched: number of lines, preset, single settings.

import { button, el, fill } from "../../dom.js";
import { choice as chooser, segments } from "../../dialogs/dialog.js";

/**
 * @param {import("./engine.js").Choice} choice is changed in place
 * @param {() => void} changed
 */
export function engineOptions(app, choice, changed) {
  const body = el("div", { class: "stack options" });
  const draw = () =>
    fill(
      body,
      segments(
        "Lines",
        [1, 2, 3, 4, 5].map((count) => [count, String(count)]),
        choice.lines,
        (count) => {
          choice.lines = count;
          changed();
        },
      ),
      chooser(
        "Search like",
        [["", "Secateur as it is"], ...(app.hello?.presets ?? []).map(({ name, title }) => [name, title])],
        choice.preset,
        (name) => {
          choice.preset = name;
          changed();
        },
      ),
      chips(choice, () => {
        draw();
        changed();
      }),
      adder(app.hello?.settings ?? [], choice, () => {
        draw();
        changed();
      }),
    );
  app.on("hello", draw);
  draw();
  return el("details", { class: "engine-options" }, el("summary", {}, "Search options"), body);
}

function chips({ settings }, changed) {
  const all = Object.entries(settings);
  if (all.length === 0) return null;
  return el(
    "ul",
    { class: "chips" },
    all.map(([name, value]) =>
      el(
        "li",
        {},
        `${name} = ${value}`,
        button({
          icon: "close",
          label: `Remove ${name}`,
          class: "quiet icon-only",
          onclick: () => {
            delete settings[name];
            changed();
          },
        }),
      ),
    ),
  );
}

/** Chooses a setting and a value for it. */
function adder(known, { settings }, changed) {
  const list = `settings-${Math.random().toString(36).slice(2)}`;
  const name = el("input", {
    list,
    "aria-label": "Setting",
    placeholder: "Setting, e.g. UseNullMove",
    class: "grow",
    onchange: chosen,
  });
  const value = el("span", {});
  const doc = el("p", { class: "small muted" });
  const add = button({ text: "Set", type: "submit", disabled: true });
  let read = () => null;

  function chosen() {
    const setting = known.find((each) => each.name.toLowerCase() === name.value.trim().toLowerCase());
    add.disabled = !setting;
    doc.textContent = setting?.doc ?? (name.value.trim() ? "There is no such setting." : "");
    const [control, reader] = setting ? valueControl(setting) : [null, () => null];
    read = reader;
    fill(value, control);
  }

  function submit(event) {
    event.preventDefault();
    const setting = known.find((each) => each.name.toLowerCase() === name.value.trim().toLowerCase());
    if (!setting) return;
    settings[setting.name] = read();
    changed();
  }

  return el(
    "form",
    { class: "stack tight", onsubmit: submit },
    el(
      "datalist",
      { id: list },
      known.map((each) => el("option", { value: each.name })),
    ),
    el("div", { class: "row" }, name, value, add),
    doc,
  );
}

/** @returns {[HTMLElement, () => any]} a control for a setting, and how to read it */
function valueControl({ type, default: standard, min, max, values }) {
  if (type === "check") {
    const select = el(
      "select",
      { "aria-label": "Value" },
      ["true", "false"].map((each) => el("option", { value: each, selected: each !== String(standard) }, each)),
    );
    return [select, () => select.value === "true"];
  }
  if (type === "combo") {
    const select = el(
      "select",
      { "aria-label": "Value" },
      values.map((each) => el("option", { value: each, selected: each === standard }, each)),
    );
    return [select, () => select.value];
  }
  const input = el("input", {
    type: "number",
    "aria-label": "Value",
    min,
    max,
    value: String(standard),
    required: true,
  });
  return [input, () => input.valueAsNumber];
}
