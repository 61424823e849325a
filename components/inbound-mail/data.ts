import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Chat } from "@/components/chat/thread-data";
import { queryFor } from "@/lib/api/query";
import { type InboundMail, inboundMailApi } from "@/lib/inbound-mail/contract";

export type Mail = z.output<typeof InboundMail>;

/** Mails come while one looks: read again so often, in ms. */
const READ_EVERY = 15_000;

export const mailsQuery = (chat: string) => ({
  ...queryFor(inboundMailApi.listInboundMails, { params: { chat_id: chat }, query: { page_size: 50 } }),
  refetchInterval: READ_EVERY,
});

/** How many mails wait for the reader, who may be one to let them in. */
export function useHeldCount(chat: Chat, takesMails: boolean): number {
  const { data } = useQuery({
    ...mailsQuery(chat.uuid),
    enabled: takesMails && chat.my_role !== "member",
  });
  return data?.filter(({ state }) => state === "held").length ?? 0;
}
