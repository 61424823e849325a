"use client";

import { createContext, useContext } from "react";

export { clock, day, fullTime, period } from "./moments";

/** The reader's time zone, known to the server by a cookie, so that both write the same times. */
const Context = createContext("UTC");
export const TimeZone = Context;
export const useTimeZone = (): string => useContext(Context);
