"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Fragment of a page that prints itself when it is opened. */
export const PRINT_HASH = "#print";
// Maximum wait for previews before printing, in milliseconds. Drawings have their own timeouts; this covers previews
// that never respond.
const MAX_WAIT = 30_000;

const ForPaper = createContext(false);
const Print = createContext<() => void>(() => window.print());

/** Returns true while the page is about to be printed: all previews render, including those outside the viewport. */
export const useForPaper = (): boolean => useContext(ForPaper);
export const usePrint = (): (() => void) => useContext(Print);

/** Returns true for the browser's print shortcut. On macOS, Ctrl+P moves the caret up a line. */
export function isPrintKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isCommand = /Mac|iP/.test(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === "p" && isCommand && !shiftKey && !altKey;
}

/** Printable document. `drawsAll` draws its previews before printing is requested. */
export function Paper({ drawsAll, children }: { drawsAll: boolean; children: ReactNode }) {
  const [isForPaper, setForPaper] = useState(drawsAll);
  const print = useCallback(() => {
    flushSync(() => setForPaper(true));
    void whenDrawn().then(() => window.print());
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return;
      event.preventDefault();
      print();
    };
    window.addEventListener("keydown", onKeyDown);
    // In a timeout, because `flushSync` can't be called in an effect.
    const timer = setTimeout(() => window.location.hash === PRINT_HASH && print());
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      clearTimeout(timer);
    };
  }, [print]);
  return (
    <ForPaper value={isForPaper}>
      <Print value={print}>{children}</Print>
    </ForPaper>
  );
}

const isDrawn = () => document.querySelector("figure[aria-busy=true], figure [aria-busy=true]") === null;

function whenDrawn(): Promise<void> {
  if (isDrawn()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => isDrawn() && end());
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });
    const timer = setTimeout(end, MAX_WAIT);
  });
}
