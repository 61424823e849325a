import { useCallback, useEffect, useRef, useState } from "react";
import { type ConsoleEntry, parseConsoleEntry } from "./console-script";

const MAX_ENTRIES = 500;

/** Collects the lines of a preview's console, once for each frame that is drawn, however many arrive. */
export function useConsole() {
  const [entries, setEntries] = useState<ConsoleEntry[]>([]);
  const waiting = useRef<ConsoleEntry[]>([]);
  const count = useRef(0);
  const [isFull, setFull] = useState(false);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const onMessage = useCallback((data: unknown) => {
    if (count.current === MAX_ENTRIES) return setFull(true);
    count.current++;
    const entry = parseConsoleEntry(data);
    if (!entry) return;
    waiting.current.push(entry);
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      const arrived = waiting.current.splice(0);
      setEntries((before) => [...before, ...arrived]);
    });
  }, []);
  const clear = useCallback(() => {
    waiting.current = [];
    count.current = 0;
    setFull(false);
    setEntries([]);
  }, []);
  // A full console isn't listened to.
  return { entries, isFull, onMessage: isFull ? undefined : onMessage, clear };
}
