// The comment and the glyph of a move.

import { button, el } from "../dom.js";
import { ROOT } from "../game.js";
import { CHOICES } from "../marks.js";
import { moveNumberText } from "../score.js";
import { openDialog, segments } from "./dialog.js";

/** Glyphs that judge a move; a move has at most one of them. */
const isMoveGlyph = (nag) => CHOICES.some(([each]) => each === nag);

export async function annotate(app, id) {
  const { session } = app;
  const { game } = session;
  const node = game.node(id);
  const before = id === ROOT ? null : moveNumberText(game.fen(game.parent(id)));
  const comment = el("textarea", { rows: "4", value: (id === ROOT ? game.comment : node.comment) ?? "" });
  let glyph = node?.nags?.find(isMoveGlyph) ?? 0;
  const dialog = openDialog({
    title: id === ROOT ? "Comment on the game" : `Annotate ${before} ${node.san}`,
    content: [
      id === ROOT ? null : segments("Glyph", [[0, "none"], ...CHOICES], glyph, (value) => (glyph = value)),
      el("label", { class: "field" }, el("span", {}, "Comment"), comment),
    ],
    actions: [
      button({ text: "Save", class: "primary", onclick: () => dialog.close(true) }),
      button({ text: "Cancel", onclick: () => dialog.close(false) }),
    ],
  });
  comment.focus();
  if (!(await dialog.closed)) return;
  const text = comment.value.trim();
  if (id === ROOT) game.comment = text;
  else {
    node.comment = text || undefined;
    const others = (node.nags ?? []).filter((nag) => !isMoveGlyph(nag));
    node.nags = glyph ? [glyph, ...others] : others;
  }
  session.changed();
}
