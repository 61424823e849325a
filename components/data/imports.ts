import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { chatsApi } from "@/lib/chat/chats/operations";
import type { ChatImport } from "@/lib/knowledge/imports/contract";
import { importsApi } from "@/lib/knowledge/imports/operations";
import { queryFor, refresh } from "./query";

export type ImportItem = z.output<typeof ChatImport>;

// Polling interval while an import is running.
const POLL_INTERVAL_MS = 1000;
const LISTED = 10;

export const importsQuery = queryOptions({
  ...queryFor(importsApi.listImports, { query: { page: 1, page_size: LISTED } }),
  refetchInterval: ({ state }) =>
    state.data?.some((each) => each.state === "running") ? POLL_INTERVAL_MS : false,
});

export function setImport(client: QueryClient, changed: ImportItem): void {
  client.setQueryData(importsQuery.queryKey, (known = []) => [
    ...(known.some(({ id }) => id === changed.id) ? [] : [changed]),
    ...known.map((each) => (each.id === changed.id ? changed : each)),
  ]);
}

export const refreshImports = (client: QueryClient) =>
  refresh(client, importsApi.listImports, chatsApi.listChats);
