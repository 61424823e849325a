import type { Cursor } from "./use-cursors";

const COLORS = ["blue", "orange", "purple", "green", "pink", "teal", "red", "yellow"];

// The name is no text, which would be read and copied as a part of the text.
export function createCaret({ userId, name }: Cursor): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "canvas-cursor";
  caret.style.setProperty("--cursor", `var(--color-project-${COLORS[userId % COLORS.length]})`);
  caret.dataset.name = name;
  caret.ariaHidden = "true";
  return caret;
}
