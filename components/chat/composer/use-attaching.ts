import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Attachable } from "@/components/data/suggestions";
import type { Files } from "@/components/data/use-files";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";

export type Attaching = { name: string; stop: () => void };

/** Attaches documents, chats and web pages as files, and collections to the chat. */
export function useAttaching(add: Files["add"], chat: number | undefined) {
  const toast = useToast();
  const client = useQueryClient();
  const words = useLazyTranslations("composerAttach");
  const [attaching, setAttaching] = useState<Attaching[]>([]);
  const stops = useRef(new Set<AbortController>());
  useEffect(
    () => () => {
      for (const stop of stops.current) stop.abort();
    },
    [],
  );

  const attachFile = async (source: Exclude<Attachable, { kind: "collection" }>) => {
    const stopping = new AbortController();
    stops.current.add(stopping);
    const shown = { name: source.name, stop: () => stopping.abort() };
    setAttaching((before) => [...before, shown]);
    try {
      const { fetchAttachable } = await import("@/components/data/attachables");
      await add([await fetchAttachable(source, stopping.signal)]);
    } catch (error) {
      if (!stopping.signal.aborted) toast(error as Error);
    }
    stops.current.delete(stopping);
    setAttaching((before) => before.filter((each) => each !== shown));
  };
  const attachCollection = async (id: number, name: string, chat_id: number) => {
    try {
      const [{ setCollection }, t] = await Promise.all([import("@/components/data/attachables"), words()]);
      await setCollection(client, { chat_id, collection_id: id }, true);
      toast({
        text: t("collectionAttached", { name }),
        action: {
          label: t("undo"),
          run: () => void setCollection(client, { chat_id, collection_id: id }, false).catch(toast),
        },
      });
    } catch (error) {
      toast(error as Error);
    }
  };
  const attach = (source: Attachable): void => {
    if (source.kind !== "collection") void attachFile(source);
    else if (chat !== undefined) void attachCollection(source.id, source.name, chat);
  };
  return { attaching, attach };
}
