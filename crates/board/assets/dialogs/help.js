// The list of keys.

import { el } from "../dom.js";
import { SHORTCUTS } from "../views/shortcuts.js";
import { openDialog } from "./dialog.js";

export function openHelp() {
  openDialog({
    title: "Keys",
    content: [
      el(
        "dl",
        { class: "keys" },
        SHORTCUTS.map(([keys, text]) =>
          el(
            "div",
            {},
            el(
              "dt",
              {},
              keys.split(" ").length <= 3 && keys.length < 10 ? keys.split(" ").map((key) => el("kbd", {}, key)) : keys,
            ),
            el("dd", {}, text),
          ),
        ),
      ),
    ],
  });
}
