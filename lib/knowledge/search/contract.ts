import { z } from "zod";
import { get, operation } from "@/lib/api/contract";
import {
  boolean,
  id,
  list,
  MAX_INTEGER,
  number,
  page,
  pageSize,
  pageSizeField,
  reference,
  timestamp,
} from "@/lib/api/fields";
import { ChatMessageSchema } from "@/lib/chat/messages/contract";
import { endpoints } from "./operations";

const DocumentSearchType = z
  .enum(["mmr", "similarity", "hybrid"])
  .describe(
    "`similarity` ranks by meaning, `hybrid` by meaning and words. `mmr` (maximal marginal relevance) is like `hybrid` without near-duplicates; its scores are those of `similarity`.",
  )
  .meta({ id: "DocumentSearchType" });

const score = z.number().min(0).max(1);
const seconds = z.number().nullable().describe("In a transcript: when it is said.");
const FoundChat = z.object({ id: z.int(), uuid: z.guid(), name: z.string() }).meta({ id: "FoundChat" });
const ChatMessageSearchResult = z
  .object({ score, message: ChatMessageSchema, chat: FoundChat })
  .meta({ id: "ChatMessageSearchResult" });
const SemanticSearchResponse = z
  .object({
    messages: z.array(ChatMessageSearchResult),
    documents: z.array(
      z.object({
        score,
        document_id: z.int(),
        file_name: z.string(),
        page: z.int().nullable(),
        seconds,
        text: z.string(),
        chat_id: z.int().nullable(),
      }),
    ),
    collections: z.array(
      z.object({
        score,
        collection_id: z.int(),
        collection_name: z.string(),
        document_id: z.int(),
        file_name: z.string(),
        page: z.int().nullable(),
        seconds,
        text: z.string(),
      }),
    ),
  })
  .meta({ id: "SemanticSearchResponse" });

const query = z
  .string()
  .refine((text) => text.trim() !== "", "Must not be empty.")
  .describe("Its first 4,000 characters are searched for.");
const ranking = {
  search_type: DocumentSearchType.default("mmr"),
  top_k: pageSizeField(10),
  score_threshold: number
    .refine((least) => least >= 0 && least <= 1, "Must be from 0 to 1.")
    .meta({ override: { type: "number", minimum: 0, maximum: 1 } })
    .optional()
    .describe(
      "Leaves out what scores less. With `similarity` and `mmr`, 0.3 is where texts begin to have to do with the search and 1 is the same text, whichever embedding model is used. The scores of `hybrid` are those of places in its rankings.",
    ),
};

const SearchKind = z.enum(["messages", "documents", "chats"]);
const span = z
  .tuple([z.int(), z.int()])
  // Overrides the tuple, because client generators for OpenAPI don't support tuples.
  .meta({
    override: {
      type: "array",
      items: { type: "integer", minimum: 0, maximum: MAX_INTEGER },
      minItems: 2,
      maxItems: 2,
    },
  });
const Snippet = {
  text: z.string().describe("The part that was found."),
  highlights: z.array(span).describe("What of `text` matches: begin and end, in UTF-16 units."),
};
export const Found = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("messages"),
      score,
      ...Snippet,
      message_id: z.int(),
      author: z.string().nullable(),
      created_at: timestamp,
      chat: FoundChat,
    }),
    z.object({
      kind: z.literal("documents"),
      score,
      ...Snippet,
      document_id: z.int(),
      file_name: z.string(),
      page: z.int().nullable(),
      seconds,
      start: z.int().describe("Where it begins in the document's text, in UTF-16 units."),
      length: z
        .int()
        .describe(
          "How long it is there. `text` may be longer: headings above it and first rows of tables stand before it.",
        ),
      chat: FoundChat.nullable().describe("Null for documents of the library."),
    }),
    z.object({ kind: z.literal("chats"), ...Snippet, chat: FoundChat }),
  ])
  .meta({ id: "Found" });

const moment = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1970 && year < 9999;
}, "Must be between the years 1970 and 9998.");
const filters = {
  has_file: boolean.optional().describe("`true` leaves out messages without files."),
  after: moment.optional().describe("Leaves out what was written or added before."),
  before: moment.optional().describe("Leaves out what was written or added at that time or later."),
};
const workspace = reference
  .optional()
  .describe("Searches only your chats of this workspace, and the chat of `chat_id` if you pass both.");

export const searchApi = {
  searchMessages: get("/chats/chat_semantic_search_messages", {
    summary: "Search the messages that you can see",
    description:
      "`user_id` and `virtual_assistant_id` filter by author; if you pass both, either matches. With `mmr` results are in order of selection, not of score.",
    query: z.object({
      query,
      collection_name: z.string().describe("`chat_messages`; there is no other."),
      ...ranking,
      chat_id: id.optional(),
      chat_workspace_id: workspace,
      user_id: id.optional(),
      virtual_assistant_id: id.optional(),
      ...filters,
    }),
    returns: z.array(ChatMessageSearchResult),
  }),
  searchChat: get("/chats/{chat_id}/semantic_search", {
    summary: "Search what a chat can draw on",
    description:
      "Searches the chat's messages and those of its workspace, its documents and its collections. Parameters that you omit follow the chat's settings.",
    params: z.object({ chat_id: reference }),
    query: z.object({
      query,
      ...ranking,
      chat_workspace_id: id.optional().describe("Searches the caller's chats of this workspace too."),
      search_in_chat_enabled: boolean.optional(),
      rag_documents_search_enabled: boolean.optional(),
      rag_collections_search_enabled: boolean.optional(),
    }),
    returns: SemanticSearchResponse,
  }),
  search: operation(endpoints.search, {
    summary: "Search everything that you can see",
    description:
      "Searches by meaning and by words. Results are grouped by kind, best matches first. `user_id` and `virtual_assistant_id` select authors of messages and people who added documents; if you pass both, either matches. Chats have neither files nor authors: with any filter except `chat_workspace_id`, none are found. Without `query`, the newest messages that match the filters are found.",
    query: z.object({
      query: z
        .string()
        .default("")
        .describe("Its first 4,000 characters are searched for. Required without filters."),
      kinds: list(SearchKind).default(["chats", "messages", "documents"]),
      chat_id: reference.optional(),
      chat_workspace_id: workspace,
      user_id: id.optional(),
      virtual_assistant_id: id.optional(),
      ...filters,
      page,
      page_size: pageSize,
    }),
    returns: z.array(Found),
  }),
  searchState: operation(endpoints.searchState, {
    summary: "Check whether search is up to date",
    description: "Under load, indexing gives way to replies. Search then finds newer messages later.",
    returns: z.object({
      english_only: z
        .boolean()
        .describe(
          "Searches by meaning know English only: texts in other languages are found by their words.",
        ),
      behind_since: timestamp
        .nullable()
        .describe(
          "Messages of the group since then may be missing or be found by their words only. Null when search is at most a minute behind.",
        ),
    }),
  }),
};
