"use client";

import { useEffect, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { useLaterWords } from "@/components/words/words";

/** Reading a text aloud; undefined where the browser cannot. It ends with the component. */
export function useReadAloud(text: string): { isReading: boolean; toggle: () => void } | undefined {
  const [stop, setStop] = useState<() => void>();
  const toast = useToast();
  const words = useLaterWords("messageMenu");
  useEffect(() => stop, [stop]);
  const begin = async () => {
    const { readAloud } = await import("./read-aloud");
    let isOver = false;
    const stop = readAloud(text, () => {
      isOver = true;
      setStop(undefined);
    });
    if (!isOver) setStop(() => stop);
  };
  if (typeof window === "undefined" || !("speechSynthesis" in window)) return undefined;
  return {
    isReading: stop !== undefined,
    toggle: () =>
      stop
        ? stop()
        : void begin().catch(async () =>
            toast({ text: (await words())("readAloudFailed"), isFailure: true }),
          ),
  };
}
