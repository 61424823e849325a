import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { createCanvasDraftStore } from "@/components/browser/account-storage";
import { canvasPageQuery, setCanvas, setPageText } from "@/components/data/canvas";
import { chatQuery } from "@/components/data/chats";
import { call } from "@/lib/api/client";
import { canvasApi } from "@/lib/chat/canvas/operations";
import { settingsApi } from "@/lib/chat/chats/operations";
import type { Unsaved } from "./text-state";
import type { CanvasStorage } from "./use-text";

export function useCanvasStorage(chat: string, page: number | undefined): CanvasStorage {
  const client = useQueryClient();
  return useMemo(() => {
    const of = { params: { chat_id: chat } };
    const undo = async (version?: number) =>
      (await call(canvasApi.undoCanvas, { ...of, body: { page_id: page, version_id: version } })).canvas ??
      "";
    const unsaved = createCanvasDraftStore<Unsaved>(chat, page);
    if (page !== undefined) {
      const params = { chat_id: chat, page_id: page };
      return {
        undo,
        unsaved,
        save: (text, more) => call(canvasApi.updateCanvasPage, { params, body: { text, ...more } }),
        know: (text) => setPageText(client, chat, page, text),
        read: async () => (await client.fetchQuery({ ...canvasPageQuery(chat, page), staleTime: 0 })).text,
      };
    }
    return {
      undo,
      unsaved,
      save: (canvas, more) =>
        call(settingsApi.set_canvas, { ...of, body: { canvas, ...more } } as Parameters<
          typeof call<typeof settingsApi.set_canvas>
        >[1]),
      know: (text) => setCanvas(client, chat, text || null),
      read: async () => (await client.fetchQuery({ ...chatQuery(chat), staleTime: 0 })).canvas ?? "",
    };
  }, [client, chat, page]);
}
