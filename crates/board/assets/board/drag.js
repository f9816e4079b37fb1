// Pointer input: drag, click and click, and drawing with the right button.
// The board is measured once when the pointer goes down; until it goes up only transforms change.

/** The pointer must travel this far before a press becomes a drag. */
const DRAG_START_PX = 4;

/** @param {import("./board.js").Board} board */
export function attachDrag(board) {
  const { element } = board;
  /** The press that is under way, or null. */
  let press = null;

  const squareUnder = (event) =>
    board.squareAtPoint(
      (event.clientX - press.rect.left) / press.rect.width,
      (event.clientY - press.rect.top) / press.rect.height,
    );

  element.addEventListener("contextmenu", (event) => event.preventDefault());

  element.addEventListener("pointerdown", (event) => {
    if (press) return;
    const rect = board.grid.getBoundingClientRect();
    press = { rect, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    const square = squareUnder(event);
    if (!square || (event.button !== 0 && event.button !== 2)) {
      press = null;
      return;
    }
    press.from = square;
    press.drawing = event.button === 2;
    element.setPointerCapture(event.pointerId);
    if (press.drawing) return;
    board.overlay.clearDrawn();
    board.focus(square);
    // The second click of click and click, or a tool of the editor.
    if (board.press(square)) {
      press.done = true;
      return;
    }
    press.wasPicked = board.picked === square;
    if (board.rules.mayPick(square)) {
      board.pick(square);
      press.image = board.layer.image(square);
    } else {
      board.pick(null);
    }
  });

  element.addEventListener("pointermove", (event) => {
    if (!press?.image || event.pointerId !== press.pointer) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < DRAG_START_PX) return;
      press.dragging = true;
      press.image.classList.add("dragging");
    }
    const size = press.rect.width / 8;
    const x = event.clientX - press.rect.left - size / 2;
    const y = event.clientY - press.rect.top - size / 2;
    press.image.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
    board.hover(squareUnder(event));
  });

  const end = (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    const target = event.type === "pointerup" ? squareUnder(event) : null;
    const { from, image, dragging, drawing, wasPicked } = press;
    if (drawing && target) board.overlay.toggle(from, target);
    if (dragging) {
      image.classList.remove("dragging");
      // A dropped piece is already where it goes: it must not slide there again.
      board.drop(from, target, { slide: false });
    } else if (wasPicked && target === from) {
      board.pick(null);
    }
    press = null;
    board.hover(null);
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
}
