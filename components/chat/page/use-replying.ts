import { type RefObject, useCallback, useState } from "react";
import type { Quoted } from "@/components/chat/message/quote";

export function useReplying(writing: RefObject<HTMLElement | null>) {
  const [quoted, setQuoted] = useState<Quoted>();
  return {
    quoted,
    reply: useCallback(
      (quoted: Quoted | undefined) => {
        setQuoted(quoted);
        writing.current?.focus();
      },
      [writing],
    ),
    end: () => setQuoted(undefined),
  };
}
export type Replying = ReturnType<typeof useReplying>;
