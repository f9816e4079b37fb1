// What the page remembers: settings for all tabs (localStorage), the state of this tab
// (sessionStorage, so that a reload restores it), and the token of the server.

const SETTINGS = "secateur.settings";
const TOKEN = "secateur.token";
const TAB = "secateur.tab.";

const DEFAULTS = {
  theme: "auto", // auto, light, dark
  boardTheme: "sage", // sage, walnut, slate
  animation: "normal", // none, slow, normal, fast
  coordinates: true,
  dots: true,
  arrows: true,
  figurines: false,
  threads: 1,
  hash: 64,
  lines: 3,
  level: null, // null: the server's default
  colour: "white",
  clock: "none",
};

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the memory, not the page.
  }
}

export class Settings {
  #values = { ...DEFAULTS, ...read(localStorage, SETTINGS) };
  #changed;

  /** @param {(name: string) => void} changed called after every change, also by another tab */
  constructor(changed) {
    this.#changed = changed;
    addEventListener("storage", (event) => {
      if (event.key !== SETTINGS) return;
      this.#values = { ...DEFAULTS, ...read(localStorage, SETTINGS) };
      changed(null);
    });
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    write(localStorage, SETTINGS, this.#values);
    this.#changed(name);
  }
}

/** The state of this tab, in named parts: `tab.get("mode")`. */
export const tab = {
  get: (part) => read(sessionStorage, TAB + part),
  set: (part, value) => write(sessionStorage, TAB + part, value),
};

/** Takes the token from the address, where the program's link puts it, or from an earlier visit. */
export function takeToken() {
  const fromLink = location.hash.slice(1);
  if (/^[0-9a-f]{16,}$/i.test(fromLink)) {
    write(localStorage, TOKEN, fromLink);
    history.replaceState(null, "", location.pathname + location.search);
    return fromLink;
  }
  const known = read(localStorage, TOKEN);
  return typeof known === "string" ? known : "";
}
