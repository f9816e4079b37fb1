// Files and the clipboard.

import { el } from "./dom.js";

/** Lets the browser save `text` as a file. */
export function saveFile(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A file name from a text of the game: letters, digits and dashes only. */
export function fileName(text, ending) {
  const plain = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
  return `${plain.slice(0, 60) || "game"}.${ending}`;
}

/** Copies `text` and says so. */
export async function copyText(app, text, what) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(`${what} copied.`);
  } catch {
    app.toast("The browser does not let the page copy. Select the text and copy it.", "error");
  }
}
