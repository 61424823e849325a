"use client";

import { useEffect, useState } from "react";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { loadReader } from "./read-aloud";

export function useReadAloud(text: string): { isReading: boolean; toggle: () => void } {
  const [stop, setStop] = useState<() => void>();
  const toast = useToast();
  const words = useLazyTranslations("messageMenu");
  useEffect(() => stop, [stop]);
  const fail = async () => toast({ text: (await words())("readAloudFailed"), isFailure: true });
  const begin = async () => {
    const reader = await loadReader();
    let isOver = false;
    const stop = reader.read(text, (error) => {
      isOver = true;
      setStop(undefined);
      if (error) void fail();
    });
    if (!isOver) setStop(() => stop);
  };
  return {
    isReading: stop !== undefined,
    toggle: () => (stop ? stop() : void begin().catch(fail)),
  };
}
