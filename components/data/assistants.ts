import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { assistantsApi, type VirtualAssistant } from "@/lib/chat/assistants/contract";
import { queryFor, refresh } from "./query";

export type Assistant = z.output<typeof VirtualAssistant>;

export const everyAssistant = { page: 1, page_size: 100 };
export const assistantsQuery = queryFor(assistantsApi.listAssistants, { query: everyAssistant });
export const miniAssistantsQuery = queryFor(assistantsApi.listMiniAssistants, { query: { page_size: 100 } });
export const refreshAssistants = (client: QueryClient) =>
  refresh(client, assistantsApi.listAssistants, assistantsApi.listMiniAssistants);
