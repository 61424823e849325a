import type { Cursor } from "./use-cursors";

const COLORS = ["blue", "orange", "purple", "green", "pink", "teal", "red", "yellow"];

export function createCaret({ userId, name }: Cursor): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "canvas-cursor";
  caret.style.setProperty("--cursor", `var(--color-project-${COLORS[userId % COLORS.length]})`);
  caret.ariaHidden = "true";
  const label = document.createElement("span");
  label.className = "canvas-cursor-name";
  label.textContent = name;
  caret.append(label);
  return caret;
}
