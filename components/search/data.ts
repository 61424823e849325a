import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { searchApi } from "@/lib/knowledge/search/contract";

export type FoundItem = AnswerOf<typeof searchApi.search>[number];
export type Kind = FoundItem["kind"];
export const kinds: { kind: Kind; name: string }[] = [
  { kind: "chats", name: "Chats" },
  { kind: "messages", name: "Messages" },
  { kind: "documents", name: "Documents" },
];

/** How many of a kind are shown before one asks for more: less where there are several kinds. */
const OF_EACH = 6;
const OF_ONE = 20;

/** What is found, page by page; of all kinds only the first. @param chat The UUID of the only chat to search. */
export const searchQuery = (query: string, kind: Kind | undefined, chat: string | undefined) => {
  const page_size = kind ? OF_ONE : OF_EACH;
  return infiniteQueryOptions({
    queryKey: [searchApi.search.path, query, kind, chat],
    queryFn: ({ pageParam: page, signal }) =>
      call(searchApi.search, {
        query: { query, page, page_size, ...(kind && { kinds: [kind] }), ...(chat && { chat_id: chat }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (kind && last.length === page_size ? pages.length + 1 : undefined),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
};

/** Where a found thing is looked at: the message in its chat, the passage in its document. */
export function addressOf(found: FoundItem): string {
  switch (found.kind) {
    case "chats":
      return `/chats/${found.chat.uuid}`;
    case "messages":
      return `/chats/${found.chat.uuid}?message=${found.message_id}#m-${found.message_id}`;
    case "documents":
      return `/documents/${found.document_id}?${found.seconds === null ? "" : `seconds=${found.seconds}&`}passage=${found.start}-${found.text.length}`;
  }
}
