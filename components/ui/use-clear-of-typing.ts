import { type RefObject, useLayoutEffect } from "react";

const TYPED =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file])";

/** Moves a layer at the bottom of the page above the focused field while the layer would cover the field. */
export function useAvoidFocusedField(layer: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const place = () => {
      const element = layer.current!;
      element.style.removeProperty("bottom");
      const field = document.activeElement;
      if (!field?.matches(TYPED)) return;
      const typed = field.getBoundingClientRect();
      const isCovered = [...element.children].some((child) => {
        const { top, bottom, left, right } = child.getBoundingClientRect();
        return top < typed.bottom && bottom > typed.top && left < typed.right && right > typed.left;
      });
      if (isCovered) element.style.bottom = `${window.innerHeight - typed.top}px`;
    };
    place();
    for (const event of EVENTS) document.addEventListener(event, place, true);
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, place, true);
    };
  });
}
const EVENTS = ["focusin", "input", "scroll"];
