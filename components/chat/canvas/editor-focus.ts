import type { KeyboardEvent } from "react";

// Editors and the review of suggestions.
const FIELD = ".canvas-field";

const isIn = (place: string): boolean => document.activeElement?.closest(place) != null;

export const isWriting = (): boolean => isIn(FIELD);
export const isInSelectionBar = (): boolean => isIn("[data-selection-bar]");

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const editors = new WeakMap<Element, () => void>();

/** @param focus Focuses the editor and keeps its selection, which `dom.focus()` doesn't */
export const registerEditor = (dom: Element, focus: () => void) => editors.set(dom, focus);

export function focusEditor(): void {
  const dom = document.querySelector(`${FIELD} [contenteditable=true]`);
  if (dom) editors.get(dom)?.();
}

export function keepCanvasOpen(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
}
