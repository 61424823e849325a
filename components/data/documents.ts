import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { z } from "zod";
import { buildPath, call, createUnreachableError, toApiError } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import type { CollectionDetail } from "@/lib/knowledge/collections/contract";
import { collectionsApi } from "@/lib/knowledge/collections/operations";
import type { Connector } from "@/lib/knowledge/connectors/contract";
import { connectorsApi } from "@/lib/knowledge/connectors/operations";
import type { Document } from "@/lib/knowledge/documents/contract";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type DocumentItem = z.output<typeof Document>;
export type WholeCollection = z.output<typeof CollectionDetail>;

export type DocumentFilter = {
  chat_id?: string;
  chat_workspace_id?: string;
  place?: "library";
  collection_id?: number;
  folder?: string;
  kind?: "image" | "audio" | "video";
  search?: string;
};

const PAGE = 100;
// Polling interval while documents are processed.
const POLL_INTERVAL_MS = 2000;

export const isBeingRead = ({ status }: Pick<DocumentItem, "status">): boolean =>
  status === "queued" || status === "processing";

export const documentsQuery = (which: DocumentFilter) =>
  infiniteQueryOptions({
    ...pagesFor(documentsApi.listDocuments, PAGE, { query: { ...which, sort: "name" } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isBeingRead) ? POLL_INTERVAL_MS : false),
  });

export const unreadyQuery = (chat: string) =>
  queryOptions({
    ...queryFor(documentsApi.listDocuments, {
      query: { chat_id: chat, status: ["queued", "processing", "failed"], page_size: 100 },
    }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status !== "failed") ? POLL_INTERVAL_MS : false,
  });

export const documentQuery = (id: number) =>
  queryOptions({
    ...queryFor(documentsApi.getDocument, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data) ? POLL_INTERVAL_MS : false),
  });

export const partsQuery = (id: number) =>
  queryFor(documentsApi.getDocumentText, { params: { id }, query: { limit: 1 } });

// Measured in UTF-16 code units.
const MAX_PASSAGE_LENGTH = 20_000;

export const passageQuery = (id: number, { start, length }: { start: number; length: number }) =>
  queryFor(documentsApi.getDocumentText, {
    params: { id },
    query: { offset: start, limit: Math.max(1, Math.min(length, MAX_PASSAGE_LENGTH)) },
  });

const TEXT_PAGE_LENGTH = 50_000;
const BEFORE = 3000;
type Window = { offset: number; limit: number };

export const documentTextQuery = (id: number, start: number) =>
  infiniteQueryOptions({
    queryKey: [documentsApi.getDocumentText.path, id, start],
    queryFn: ({ pageParam, signal }) =>
      call(documentsApi.getDocumentText, { params: { id }, query: pageParam, signal }),
    initialPageParam: { offset: Math.max(0, start - BEFORE), limit: TEXT_PAGE_LENGTH } as Window,
    getNextPageParam: ({ next_offset: offset }) =>
      offset === null ? undefined : { offset, limit: TEXT_PAGE_LENGTH },
    getPreviousPageParam: ({ offset }) => {
      const from = Math.max(0, offset - TEXT_PAGE_LENGTH);
      return offset === 0 ? undefined : { offset: from, limit: offset - from };
    },
  });

export type Stored = { document_id: number; file_name: string; mime_type: string };

export const filesQuery = (documents: Stored[]) =>
  queryOptions({
    queryKey: ["files", ...documents.map(({ document_id }) => document_id)],
    queryFn: ({ signal }) => Promise.all(documents.map((each) => fetchFile(each, signal))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** @throws ApiError */
export async function fetchFile(
  { document_id, file_name, mime_type }: Stored,
  signal: AbortSignal,
): Promise<File> {
  const path = buildPath(documentsApi.getDocumentContent, { params: { id: document_id } });
  const answer = await fetch(path, { signal }).catch((error) => {
    throw signal.aborted ? error : createUnreachableError();
  });
  if (!answer.ok) throw await toApiError(answer);
  return new File([await answer.blob()], file_name, { type: mime_type });
}

export const foldersQuery = (chat?: string) =>
  queryFor(documentsApi.listDocumentFolders, { query: chat ? { chat_id: chat } : {} });

export const collectionsQuery = (chat?: string) =>
  queryFor(collectionsApi.listCollections, {
    query: { page: 1, page_size: 100, ...(chat && { chat_id: chat }) },
  });
export const collectionQuery = (id: number) => queryFor(collectionsApi.getCollection, { params: { id } });

export const refreshDocuments = (client: QueryClient) =>
  refresh(
    client,
    documentsApi.listDocuments,
    documentsApi.getDocument,
    documentsApi.listDocumentFolders,
    collectionsApi.listCollections,
    collectionsApi.getCollection,
    connectorsApi.listConnectors,
    chatsApi.getChat,
  );

export function useRefreshDocuments(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(() => refreshDocuments(client), [client]);
}

export type ConnectorItem = z.output<typeof Connector>;

export const connectorsQuery = (collection: number) =>
  queryOptions({
    ...queryFor(connectorsApi.listConnectors, { params: { id: collection } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status !== "idle") ? POLL_INTERVAL_MS : false,
  });

export const connectorFoldersQuery = () => queryFor(connectorsApi.getConnectorFolders, {});
