import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { InboundMail } from "@/lib/automation/inbound-mail/contract";
import { inboundMailApi } from "@/lib/automation/inbound-mail/operations";
import { queryFor, refresh } from "./query";

export type Mail = z.output<typeof InboundMail>;

const POLL_INTERVAL_MS = 15_000;

export const mailsQuery = (chat: string) => ({
  ...queryFor(inboundMailApi.listInboundMails, { params: { chat_id: chat }, query: { page_size: 50 } }),
  refetchInterval: POLL_INTERVAL_MS,
});
export const refreshMails = (client: QueryClient) => refresh(client, inboundMailApi.listInboundMails);
