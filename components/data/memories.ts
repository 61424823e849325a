import type { QueryClient } from "@tanstack/react-query";
import { memoriesApi } from "@/lib/chat/memories/contract";
import { pagesFor, refresh } from "./query";

export const memoriesQuery = pagesFor(memoriesApi.listMemories, 100);
export const refreshMemories = (client: QueryClient) => refresh(client, memoriesApi.listMemories);
