import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { mentionsApi } from "@/lib/chat/mentions/operations";
import type { mcpApi } from "@/lib/replies/mcp-client/contract";
import type { Attachable } from "./attachables";
import type { Command } from "./commands";
import { queryFor } from "./query";

export type Sign = "@" | "/" | "#";
export type Suggestion = {
  name: string;
  label: string;
  hint?: string;
  sign: Sign;
  text?: string;
  offer?: McpOffer;
  attachable?: Attachable;
  command?: Command;
};

type Offers = AnswerOf<typeof mcpApi.listMcpOffers>;
export type McpOffer = { prompt: Offers["prompts"][number] } | { resources: Offers["resources"] };

const STALE_TIME_MS = 60_000;
export const mentionsQuery = queryOptions({
  ...queryFor(mentionsApi.listMentions),
  select: ({ virtual_assistants, users }): Suggestion[] => [
    ...virtual_assistants.flatMap(({ mention_name, name }) =>
      mention_name ? [{ name: mention_name, label: name, hint: "Assistant", sign: "@" as const }] : [],
    ),
    ...users.map(({ mention_name, full_name }) => ({
      name: mention_name,
      label: full_name,
      sign: "@" as const,
    })),
  ],
  staleTime: STALE_TIME_MS,
});

export const savedRepliesQuery = queryOptions({
  // Shares its prefix with the list in `./inbox`, so that both are invalidated together.
  queryKey: ["/saved-replies", "suggestions"],
  // Imported on demand, because most chats have no visitors.
  queryFn: async ({ signal }) => {
    const { inboxApi } = await import("@/lib/channels/public-chats/operations");
    return call(inboxApi.listSavedReplies, { signal });
  },
  select: (replies): Suggestion[] =>
    replies.map(({ name, text }) => ({ name: name.toLowerCase(), label: name, hint: text, sign: "/", text })),
  staleTime: STALE_TIME_MS,
});

/**
 * Prompts and resources of the MCP servers that a chat's assistant uses.
 * @param files Label of the resources
 */
export const offersQuery = (chat: number, files: string) =>
  queryOptions({
    queryKey: ["/chats/{chat_id}/mcp-offers", chat],
    // Imported on demand: only this query needs them.
    queryFn: async ({ signal }): Promise<Offers> => {
      const { mcpApi } = await import("@/lib/replies/mcp-client/operations");
      return call(mcpApi.listMcpOffers, { params: { chat_id: chat }, signal });
    },
    select: ({ prompts, resources }): Suggestion[] => [
      ...(resources.length > 0
        ? [{ name: "files", label: files, sign: "/" as const, offer: { resources } }]
        : []),
      ...prompts.map((prompt) => ({
        name: prompt.name.toLowerCase(),
        label: prompt.title ?? prompt.name,
        hint: [prompt.server, prompt.description].filter(Boolean).join(" · "),
        sign: "/" as const,
        offer: { prompt },
      })),
    ],
  });

/**
 * Documents, collections, chats and web pages for `#`.
 * @param typed Part of a name, or an address
 */
export const attachableSuggestionsQuery = (typed: string, withCollections: boolean) =>
  queryOptions({
    queryKey: ["attachables", typed],
    // Imported on demand: only `#` needs them.
    queryFn: async ({ signal }) => (await import("./attachables")).listAttachables(typed, signal),
    select: (attachables): Suggestion[] =>
      attachables
        .filter(({ kind }) => withCollections || kind !== "collection")
        .map((attachable) => ({ name: attachable.name, label: attachable.name, sign: "#", attachable })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
