"use client";

import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { createMomentFormatters, dateIn } from "./moments";
import { useTranslations } from "./words";

const LOOK_EVERY_MS = 60_000;

// The reader's time zone, which the server knows from a cookie, and the reader's date. Until hydration, the date is
// that of the rendering, so that server and browser agree even on a page that was cached the day before.
const Context = createContext<{ timeZone: string; today?: string }>({ timeZone: "UTC" });
export const Calendar = Context;

/** @param rendered Date with which the server rendered the page */
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

export function useMoments() {
  const t = useTranslations("moments");
  const { timeZone, today } = useContext(Context);
  return useMemo(() => createMomentFormatters(t, timeZone, today), [t, timeZone, today]);
}

/** Returns the reader's IANA time zone, also on the server. */
export const useTimeZone = (): string => useContext(Context).timeZone;
