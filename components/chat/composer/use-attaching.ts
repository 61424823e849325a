import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Attachable } from "@/components/data/attachables";
import type { CollectionChoice } from "@/components/data/use-collection-choice";
import type { Files } from "@/components/data/use-files";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { createUnreachableError } from "@/lib/api/client";

export type Attaching = { name: string; stop: () => void };

/** Attaches sources to the message and lists those that are being fetched. */
export function useAttaching(
  add: Files["add"],
  chat: number | undefined,
  addCollection: CollectionChoice["add"] | undefined,
) {
  const toast = useToast();
  const client = useQueryClient();
  const loadWords = useLazyTranslations("composerAttach");
  const [attaching, setAttaching] = useState<Attaching[]>([]);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  const attach = async (source: Attachable): Promise<void> => {
    const stopping = new AbortController();
    const shown = { name: source.name, stop: () => stopping.abort() };
    const signal = AbortSignal.any([stopping.signal, leaving.current.signal]);
    setAttaching((before) => [...before, shown]);
    try {
      const { attachSource } = await import("./attach-source").catch(() => {
        throw createUnreachableError();
      });
      await attachSource(source, { chat, add, addCollection, signal, client, toast, loadWords });
    } catch (error) {
      if (!signal.aborted) toast(error as Error);
    }
    setAttaching((before) => before.filter((each) => each !== shown));
  };
  return { attaching, attach: (source: Attachable) => void attach(source) };
}
