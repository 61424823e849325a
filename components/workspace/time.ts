"use client";

import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { useWords } from "@/components/words/words";
import { dateIn, momentsIn } from "./moments";

/** Interval between checks for a new day, in ms. */
const LOOK_EVERY_MS = 60_000;

/**
 * The reader's time zone, known to the server by a cookie, and their date: the one with which the page was rendered
 * until it is in the browser, so that both write the same, also where the page is a copy of yesterday's.
 */
const Context = createContext<{ timeZone: string; today?: string }>({ timeZone: "UTC" });
export const Calendar = Context;

/** @param rendered The date with which the server rendered the page */
export function useCalendar(timeZone: string, rendered: string) {
  const [today, setToday] = useState(rendered);
  useEffect(() => {
    const look = () => setToday(dateIn(timeZone));
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [timeZone]);
  return useMemo(() => ({ timeZone, today }), [timeZone, today]);
}

/** Says moments to the reader of this page. */
export function useMoments() {
  const t = useWords("moments");
  const { timeZone, today } = useContext(Context);
  return useMemo(() => momentsIn(t, timeZone, today), [t, timeZone, today]);
}

/** The reader's time zone (IANA), on the server too. */
export const useTimeZone = (): string => useContext(Context).timeZone;
