import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { z } from "zod";
import { call, pathOf } from "@/lib/api/client";
import { queryFor } from "@/lib/api/query";
import { chatsApi } from "@/lib/chat/chats/contract";
import { type CollectionDetail, collectionsApi } from "@/lib/knowledge/collections/contract";
import { type Document, documentsApi } from "@/lib/knowledge/documents/contract";

export type DocumentItem = z.output<typeof Document>;
export type WholeCollection = z.output<typeof CollectionDetail>;

/** Which documents a list shows. */
export type Which = {
  chat_id?: string;
  place?: "library";
  collection_id?: number;
  folder?: string;
  kind?: "image" | "audio" | "video";
  search?: string;
};

const PAGE = 100;
/** How often what is being read is asked for, in ms. */
const WHILE_READING = 2000;

export const isBeingRead = ({ status }: Pick<DocumentItem, "status">): boolean =>
  status === "queued" || status === "processing";

/** Documents by name, as far as they were asked for; asked for again while some of them are being read. */
export const documentsQuery = (which: Which) => {
  const query = { ...which, sort: "name" as const, page_size: PAGE };
  return infiniteQueryOptions({
    // The address of a chat is where live events look for it.
    queryKey: [documentsApi.listDocuments.path, pathOf(documentsApi.listDocuments, { query })],
    queryFn: ({ pageParam, signal }): Promise<DocumentItem[]> =>
      call(documentsApi.listDocuments, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length === PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isBeingRead) ? WHILE_READING : false),
  });
};

export const documentQuery = (id: number) => ({
  ...queryFor(documentsApi.getDocument, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: DocumentItem } }) =>
    state.data && isBeingRead(state.data) ? WHILE_READING : (false as const),
});

export const foldersQuery = (chat?: string) =>
  queryFor(documentsApi.listDocumentFolders, { query: chat ? { chat_id: chat } : {} });

export const collectionsQuery = (chat?: string) =>
  queryFor(collectionsApi.listCollections, {
    query: { page: 1, page_size: 100, ...(chat && { chat_id: chat }) },
  });
export const collectionQuery = (id: number) => queryFor(collectionsApi.getCollection, { params: { id } });

const readAgain = (client: QueryClient) =>
  Promise.all(
    [
      documentsApi.listDocuments,
      documentsApi.getDocument,
      documentsApi.listDocumentFolders,
      collectionsApi.listCollections,
      collectionsApi.getCollection,
      chatsApi.getChat,
    ].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  );

/** Reads documents and collections again, after some were changed here. */
export function useReadAgain(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(() => readAgain(client), [client]);
}

/** The last name of a folder. */
export const lastOf = (folder: string): string => folder.split("/").at(-1)!;

/** The folders directly in a folder, with how much is in each, whatever deep. */
export function foldersIn(
  all: { folder: string; documents_count: number }[],
  folder: string,
): { folder: string; count: number }[] {
  const before = folder === "" ? "" : `${folder}/`;
  const counts = new Map<string, number>();
  for (const { folder: path, documents_count: count } of all) {
    if (path === "" || path === folder || !path.startsWith(before)) continue;
    const [name] = path.slice(before.length).split("/");
    const inner = before + name;
    counts.set(inner, (counts.get(inner) ?? 0) + count);
  }
  return [...counts].map(([inner, count]) => ({ folder: inner, count }));
}

export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
