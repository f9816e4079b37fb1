// Modal dialogs on the browser's own <dialog>, which keeps the focus inside and closes on Escape.

import { button, el } from "../dom.js";

let nextId = 1;

/**
 * Opens a dialog.
 * @param {{title: string, content: (Node | null)[], actions?: Node[], wide?: boolean}} parts
 * @returns {{element: HTMLDialogElement, close: (result?: any) => void, closed: Promise<any>}}
 */
export function openDialog({ title, content, actions = [], wide = false }) {
  const id = `dialog-${nextId++}`;
  let result;
  const close = (value) => {
    result = value;
    element.close();
  };
  const element = el(
    "dialog",
    { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id },
    el("header", {}, el("h2", { id }, title)),
    el("div", { class: "body" }, content),
    actions.length > 0 ? el("footer", { class: "row" }, actions) : null,
    // Last, so that the first control of the content gets the focus.
    button({ icon: "close", label: "Close", class: "quiet icon-only close", onclick: () => close() }),
  );
  // A press on the backdrop lands on the dialog itself.
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) close();
  });
  const closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove();
      resolve(result);
    });
  });
  document.body.append(element);
  element.showModal();
  return { element, close, closed };
}

/** Asks a question. @returns {Promise<boolean>} */
export async function confirm(title, text, yes) {
  const dialog = openDialog({
    title,
    content: [el("p", {}, text)],
    actions: [
      button({ text: yes, class: "primary", onclick: () => dialog.close(true) }),
      button({ text: "Cancel", onclick: () => dialog.close(false) }),
    ],
  });
  return (await dialog.closed) === true;
}

/** Labelled radio buttons that look like one control. `choices` are [value, text] pairs. */
export function segments(legend, choices, chosen, onchange) {
  const name = `segments-${nextId++}`;
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, legend),
    el(
      "div",
      { class: "segments" },
      choices.map(([value, text]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
          el("span", {}, text),
        ),
      ),
    ),
  );
}

/** A labelled list to choose from. */
export function choice(label, choices, chosen, onchange) {
  const select = el(
    "select",
    { onchange: () => onchange(select.value) },
    choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** A labelled check box. */
export function check(label, checked, onchange) {
  const input = el("input", { type: "checkbox", checked, onchange: () => onchange(input.checked) });
  return el("label", { class: "check" }, input, el("span", {}, label));
}
