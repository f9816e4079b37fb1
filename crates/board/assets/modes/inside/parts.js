// Small parts that several views are made of.

import { el } from "../../dom.js";

/** A line of explanation. */
export const note = (...words) => el("p", { class: "fine" }, ...words);

/** An error of the server for people: the name of the field in front goes without saying. */
const plainly = (text) => text.replace(/^(?:run|move): (.)/, (_, letter) => letter.toUpperCase());

/** Where a view says what went wrong; hidden until it does. */
export function troubleLine(props = {}) {
  const line = el("p", { class: "error", role: "alert", hidden: true, ...props });
  return {
    element: line,
    say(text) {
      line.textContent = plainly(text);
      line.hidden = false;
    },
    clear() {
      line.hidden = true;
    },
  };
}

/** The head of a table; a column is its name, or an element. */
export const tableHead = (columns) => el("thead", {}, el("tr", {}, columns.map((column) => el("th", { scope: "col" }, column))));

/** A row of a table: the first cell names it; the others are contents, or cells of their own. */
export function tableRow(name, ...contents) {
  const cells = contents.map((content) => (content instanceof HTMLTableCellElement ? content : el("td", {}, content)));
  return el("tr", {}, el("th", { scope: "row" }, name), cells);
}

/** A table that scrolls sideways where it has no room; there, arrow keys do not step through the game. */
export function scrolling(label, table) {
  const keepKey = (event) => event.target === event.currentTarget && event.key.startsWith("Arrow") && event.stopPropagation();
  return el("div", { class: "table-scroll", role: "region", "aria-label": label, tabindex: 0, onkeydown: keepKey }, table);
}
