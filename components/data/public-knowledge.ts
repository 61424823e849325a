import type { z } from "zod";
import type { PublicKnowledge } from "@/lib/channels/public-chats/contract";
import { publicKnowledgeApi } from "@/lib/channels/public-chats/operations";
import { queryFor } from "./query";

export type Knowledge = z.output<typeof PublicKnowledge>;

export const publicKnowledgeQuery = (chat: string) =>
  queryFor(publicKnowledgeApi.getPublicKnowledge, { params: { chat_id: chat } });
