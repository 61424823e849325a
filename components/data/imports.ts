import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import { chatsApi } from "@/lib/chat/chats/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import type { ChatImport, ImportItem as ImportItemSchema } from "@/lib/knowledge/imports/contract";
import { importsApi } from "@/lib/knowledge/imports/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type ImportItem = z.output<typeof ChatImport>;

// Polling interval while an import is running.
const POLL_INTERVAL_MS = 1000;
const LISTED = 10;

export const importsQuery = queryOptions({
  ...queryFor(importsApi.listImports, { query: { page: 1, page_size: LISTED } }),
  refetchInterval: ({ state }) =>
    state.data?.some((each) => each.state === "running") ? POLL_INTERVAL_MS : false,
});

const ITEMS_PER_PAGE = 50;

export type ReportedOutcome = "imported" | "left_out";
export type ReportItem = z.output<typeof ImportItemSchema>;

export const importItemsQuery = (id: number, outcome: ReportedOutcome) =>
  pagesFor(importsApi.listImportItems, ITEMS_PER_PAGE, { params: { id }, query: { outcome } });

export function setImport(client: QueryClient, changed: ImportItem): void {
  client.setQueryData(importsQuery.queryKey, (known = []) => [
    ...(known.some(({ id }) => id === changed.id) ? [] : [changed]),
    ...known.map((each) => (each.id === changed.id ? changed : each)),
  ]);
}

export const refreshImports = (client: QueryClient) =>
  refresh(
    client,
    importsApi.listImports,
    chatsApi.listChats,
    chatWorkspacesApi.listWorkspaces,
    assistantsApi.listAssistants,
    assistantsApi.listMiniAssistants,
  );
