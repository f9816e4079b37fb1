// The frame of the page: tabs, banner, toasts, announcements, theme.

import { byId, el, fill, icon } from "./dom.js";

const TOAST_MS = 6000;

/** Makes the tabs switch modes by click and arrow keys. */
export function wireTabs(switchMode) {
  const tabs = [...document.querySelectorAll("[role=tab][data-mode]")];
  for (const [place, button] of tabs.entries()) {
    button.addEventListener("click", (event) => {
      switchMode(button.dataset.mode);
      // After a click with the pointer, arrow keys are meant for the game and not for the tabs.
      if (event.detail > 0) byId(button.getAttribute("aria-controls")).focus({ preventScroll: true });
    });
    button.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: place + 1, ArrowLeft: place - 1 };
      if (!(event.key in steps)) return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(steps[event.key] + tabs.length) % tabs.length];
      next.focus();
      switchMode(next.dataset.mode);
    });
  }
}

/** Shows the tab and the panel of `mode` and hides the others. */
export function showMode(mode) {
  byId("stage").dataset.mode = mode;
  for (const button of document.querySelectorAll("[role=tab][data-mode]")) {
    const chosen = button.dataset.mode === mode;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
    byId(button.getAttribute("aria-controls")).hidden = !chosen;
  }
}

/** Shows a lasting message above the board, or hides it (null). */
export function banner(text) {
  const node = byId("banner");
  node.hidden = text === null;
  fill(node, text ?? "");
}

/** Says something to screen readers. The same text twice is said twice. */
export function announce(text) {
  const node = byId("announcer");
  node.textContent = node.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a short message that goes away; `kind` is "note" or "error".
 * @param {{text: string, run: () => void}} [action] a button in the message
 */
export function toast(text, kind = "note", action) {
  const close = () => node.remove();
  const act = () => {
    close();
    action.run();
  };
  const node = el(
    "div",
    { class: `toast ${kind}` },
    el("span", {}, text),
    action ? el("button", { type: "button", class: "bare action", onclick: act }, action.text) : null,
    el("button", { type: "button", class: "bare", "aria-label": "Dismiss", onclick: close }, icon("close")),
  );
  const toasts = byId("toasts");
  while (toasts.children.length > 2) toasts.firstChild.remove();
  toasts.append(node);
  setTimeout(close, TOAST_MS);
}

/** Puts the settings that CSS reads on the root element. */
export function applyLook(settings) {
  const root = document.documentElement;
  const theme = settings.get("theme");
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.board = settings.get("boardTheme");
  root.dataset.animation = settings.get("animation");
  root.dataset.coordinates = settings.get("coordinates") ? "on" : "off";
  root.dataset.dots = settings.get("dots") ? "on" : "off";
}
