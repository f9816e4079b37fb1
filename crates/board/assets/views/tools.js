// The buttons in the header and the dialogs behind them.

import { button } from "../dom.js";
import { openEditor } from "../dialogs/editor.js";
import { openHelp } from "../dialogs/help.js";
import { acceptDropAndPaste, openFiles } from "../dialogs/open.js";
import { openSettings } from "../dialogs/settings.js";
import { openShare } from "../dialogs/share.js";

export function mountTools(app, element) {
  const tool = (icon, text, action) => button({ icon, text, title: text, class: "quiet", onclick: () => action(app) });
  element.append(
    tool("open", "Open", openFiles),
    tool("edit", "Set up", openEditor),
    tool("share", "Share", openShare),
    tool("settings", "Settings", openSettings),
    tool("keyboard", "Keys", openHelp),
  );
  app.on("help", openHelp);
  acceptDropAndPaste(app);
}
