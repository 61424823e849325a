import { startTransition, useEffect, useState } from "react";

/** Returns false on the server and in the first render, and true afterwards, without delaying the first paint. */
export function useAfterHydration(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => startTransition(() => setIsAfter(true)), []);
  return isAfter;
}
