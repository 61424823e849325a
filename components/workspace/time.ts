"use client";

import { createContext, useContext, useMemo } from "react";
import { useWords } from "@/components/words/words";
import { momentsIn } from "./moments";

/** The reader's time zone, known to the server by a cookie, so that both write the same times. */
const Context = createContext("UTC");
export const TimeZone = Context;

/** Says moments to the reader of this page. */
export function useMoments() {
  const t = useWords("moments");
  const timeZone = useContext(Context);
  return useMemo(() => momentsIn(t, timeZone), [t, timeZone]);
}

/** The reader's time zone (IANA), on the server too. */
export const useTimeZone = (): string => useContext(Context);
