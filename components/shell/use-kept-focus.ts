"use client";

import { useEffect } from "react";

const NEAR = "ul, ol, tbody, nav, section, aside, [role=toolbar]";
const places = "a[href], button:not(:disabled), summary";

// Ancestor of the focused element, and the index of the ancestor's child that contains the element.
type PathStep = { around: Element; index: number };

/**
 * Restores the focus when the focused element is removed: to the next row of its list or else the page. Otherwise the
 * keyboard would start at the top of the document.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let way: PathStep[] = [];
    const note = ({ target }: FocusEvent) => {
      last = target as Element;
      way = wayTo(last);
    };
    const keep = new MutationObserver(() => {
      if (!last || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) nearest(way)?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", note);
    keep.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      keep.disconnect();
    };
  }, []);
}

function wayTo(element: Element): PathStep[] {
  const way: PathStep[] = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    way.push({ around: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return way;
}

function nearest(way: PathStep[]): HTMLElement | null {
  const page = document.getElementById("page");
  const left = way.filter(({ around }) => around.isConnected);
  for (const { around, index } of left) {
    if (around === page || around === document.body) break;
    if (!around.matches(NEAR)) continue;
    const rows = [...around.children];
    for (const row of [...rows.slice(index), ...rows.slice(0, index).reverse()]) {
      const found = placeIn(row);
      if (found) return found;
    }
  }
  return page;
}

function placeIn(row: Element): HTMLElement | undefined {
  const all = [row, ...row.querySelectorAll(places)];
  return all.find(
    (each): each is HTMLElement =>
      each.matches(places) && each instanceof HTMLElement && each.checkVisibility(),
  );
}
