// Builds elements. Text goes through text nodes only, so foreign text can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Properties that must be set on the object, because the attribute is only their initial value. */
const LIVE = new Set(["value", "checked", "selected", "disabled", "hidden", "open", "indeterminate"]);

function apply(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on") && typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (LIVE.has(name)) node[name] = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * An HTML element: `el("button", {class: "primary", onclick: save}, "Save")`.
 * `on...` functions become listeners, `style` is an object of properties, `true` an empty attribute;
 * null, undefined and false are left out, of props and of children. Strings become text.
 * @returns {HTMLElement}
 */
export function el(tag, props, ...children) {
  return apply(document.createElement(tag), props, children);
}

/** The same for SVG. @returns {SVGElement} */
export function svg(tag, props, ...children) {
  return apply(document.createElementNS(SVG, tag), props, children);
}

/** Replaces the children of `node`; null and false are left out. */
export function fill(node, ...children) {
  node.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Line icons on a grid of 24, drawn for this page. */
const ICONS = {
  first: "M18 6l-7 6 7 6M7 6v12",
  previous: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  flip: "M8 4v14M4.5 14.5L8 18l3.5-3.5M16 20V6M12.5 9.5L16 6l3.5 3.5",
  open: "M4 18.5V6.5h5.5l2 2.5H20v9.5z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v7.5h14V12",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  edit: "M5 19l1-4L16.5 4.5l3 3L9 18z",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  hint: "M9.5 18h5M10.5 21h3M9 15c0-2-3-3.2-3-6.5a6 6 0 0 1 12 0c0 3.3-3 4.5-3 6.5z",
  undo: "M9 5L4.5 9.5 9 14M4.5 9.5H14a5 5 0 0 1 0 10h-3",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  draw: "M5 9.5h14M5 14.5h14",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 6v12M16 6v12",
  threat: "M12 4v3M12 17v3M4 12h3M17 12h3M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8z",
  copy: "M9 9h10v11H9zM6 15H5V4h10v2",
  download: "M12 4v11M8 11l4 4 4-4M5 19.5h14",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7",
  up: "M12 19V5M6.5 10.5L12 5l5.5 5.5",
  comment: "M5 5h14v10.5h-8L7 19v-3.5H5z",
  keyboard: "M3.5 7h17v10h-17zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 14h8",
  compare: "M4.5 5h6v14h-6zM13.5 5h6v14h-6z",
  review: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
};

/** A line icon, hidden from screen readers: the button around it carries the name. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** A button with an icon; `text` is visible, or else `label` is its accessible name and tooltip. */
export function button({ icon: name, text, label, class: kind = "", ...props }) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`.trim(), "aria-label": label, title: label, ...props },
    name ? icon(name) : null,
    text ? el("span", {}, text) : null,
  );
}
