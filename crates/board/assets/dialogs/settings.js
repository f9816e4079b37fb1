// Settings. Every change acts at once and is remembered.

import { el } from "../dom.js";
import { check, choice, openDialog, segments } from "./dialog.js";

const HASHES = [16, 32, 64, 128];

export function openSettings(app) {
  const { settings } = app;
  const to = (name) => (value) => settings.set(name, value);
  const cores = Array.from({ length: Math.max(1, app.hello?.cores ?? 1) }, (_, place) => [
    String(place + 1),
    String(place + 1),
  ]);
  openDialog({
    title: "Settings",
    content: [
      segments(
        "Theme",
        [
          ["auto", "As the system"],
          ["light", "Light"],
          ["dark", "Dark"],
        ],
        settings.get("theme"),
        to("theme"),
      ),
      segments(
        "Board",
        [
          ["sage", "Sage"],
          ["walnut", "Walnut"],
          ["slate", "Slate"],
        ],
        settings.get("boardTheme"),
        to("boardTheme"),
      ),
      segments(
        "Moving pieces",
        [
          ["none", "Jump"],
          ["fast", "Fast"],
          ["normal", "Normal"],
          ["slow", "Slow"],
        ],
        settings.get("animation"),
        to("animation"),
      ),
      segments(
        "Notation",
        [
          [false, "Letters: Nf3"],
          [true, "Figurines: ♘f3"],
        ],
        settings.get("figurines"),
        to("figurines"),
      ),
      el(
        "div",
        {},
        check("Coordinates on the board", settings.get("coordinates"), to("coordinates")),
        check("Dots where a piece may go", settings.get("dots"), to("dots")),
        check("Arrows of the analysis", settings.get("arrows"), to("arrows")),
      ),
      el(
        "div",
        { class: "row" },
        choice("Threads of the analysis", cores, String(settings.get("threads")), (value) =>
          settings.set("threads", Number(value)),
        ),
        choice(
          "Hash in MB",
          HASHES.filter((size) => size <= (app.hello?.max_hash ?? size)).map((size) => [String(size), String(size)]),
          String(settings.get("hash")),
          (value) => settings.set("hash", Number(value)),
        ),
      ),
      el(
        "p",
        { class: "small muted" },
        app.hello
          ? `Secateur ${app.hello.version}`
          : "Not connected.",
      ),
    ],
  });
}
