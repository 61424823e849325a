"use client";

import { useState } from "react";
import { useToast } from "./toast";

/** Runs one action at a time and shows its error. `busy` is the name of the running action. */
export function useBusy<What extends string>() {
  const say = useToast();
  const [busy, setBusy] = useState<What>();
  async function doing(what: What, work: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      say(error as Error);
    } finally {
      setBusy(undefined);
    }
  }
  return { busy, doing };
}
