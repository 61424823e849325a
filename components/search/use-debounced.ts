import { useEffect, useState } from "react";

/** Typing that has rested: what is asked of the server while somebody types. */
const REST_MS = 250;

export function useDebounced(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
