import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ChatShare } from "@/lib/chat/shares/contract";
import { sharesApi } from "@/lib/chat/shares/operations";
import { queryFor, refresh } from "./query";

export type Share = z.output<typeof ChatShare>;

export const sharesQuery = (chat: string) => queryFor(sharesApi.listShares, { params: { chat_id: chat } });
export const refreshShares = (client: QueryClient) => refresh(client, sharesApi.listShares);
