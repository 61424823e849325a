import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/api/actor";
import { chatsApi } from "@/lib/chat/chats/contract";
import * as chats from "@/lib/chat/chats/service";
import { documentsApi } from "@/lib/knowledge/documents/contract";
import * as documents from "@/lib/knowledge/documents/service";
import { AppError } from "@/lib/platform/errors";
import { readMessages } from "./tools";

const PAGE = 50;
const MESSAGES = 100;
const MAX_TEXT_LENGTH = 200_000;
// MCP's error code for a missing resource.
const NOT_FOUND = -32002;

type ResourceKind = "chats" | "documents";
const toResourceUri = (kind: ResourceKind, id: number) => `parley://${kind}/${id}`;

export const templates = [
  {
    uriTemplate: "parley://chats/{chat_id}",
    name: "chat",
    title: "Chat",
    description: `The newest ${MESSAGES} messages of a chat.`,
    mimeType: "text/markdown",
  },
  {
    uriTemplate: "parley://documents/{document_id}",
    name: "document",
    title: "Document",
    description: "The text of a document.",
    mimeType: "text/plain",
  },
];

/**
 * Returns a page of chats, then of documents.
 * @throws McpError for an invalid cursor
 */
export async function list(viewer: Caller, cursor = "chats.1") {
  const [, kind, digits] = /^(chats|documents)\.([1-9]\d{0,5})$/.exec(cursor) ?? [];
  if (!kind) throw new McpError(ErrorCode.InvalidParams, "There is no such page.");
  const page = Number(digits);
  const { resources, hasMore } =
    kind === "chats" ? await chatPage(viewer, page) : await documentPage(viewer, page);
  const next = hasMore ? `${kind}.${page + 1}` : kind === "chats" ? "documents.1" : undefined;
  return { resources, ...(next && { nextCursor: next }) };
}

async function chatPage(viewer: Caller, page: number) {
  const query = chatsApi.listChats.query!.parse({ show_chats_in_workspace: "true" });
  const { items } = await chats.list(viewer, { ...query, page, page_size: PAGE });
  const resources = items.map(({ id, name, last_activity_at }) => ({
    uri: toResourceUri("chats", id),
    name,
    mimeType: "text/markdown",
    annotations: { lastModified: last_activity_at },
  }));
  return { resources, hasMore: items.length === PAGE };
}

async function documentPage(viewer: Caller, page: number) {
  const query = documentsApi.listDocuments.query!.parse({});
  const { items } = await documents.list(viewer, { ...query, page, page_size: PAGE });
  const resources = items.map(({ id, file_name, size }) => ({
    uri: toResourceUri("documents", id),
    name: file_name,
    mimeType: "text/plain",
    size,
  }));
  return { resources, hasMore: items.length === PAGE };
}

/** @throws McpError when the resource doesn't exist or isn't accessible */
export async function read(viewer: Caller, uri: string) {
  const [, kind, digits] = /^parley:\/\/(chats|documents)\/([1-9]\d{0,8})$/.exec(uri) ?? [];
  const none = () => new McpError(NOT_FOUND, "There is no such resource.", { uri });
  if (!kind) throw none();
  const id = Number(digits);
  try {
    if (kind === "chats")
      return { contents: [{ uri, mimeType: "text/markdown", text: await chatText(viewer, id) }] };
    const { text, total, next_offset } = await documents.readText(viewer, id, { limit: MAX_TEXT_LENGTH });
    const rest = next_offset === null ? "" : `\n\n[… the first ${next_offset} of ${total} characters]`;
    return { contents: [{ uri, mimeType: "text/plain", text: text + rest }] };
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found") throw none();
    throw error;
  }
}

const chatText = async (viewer: Caller, id: number) =>
  (await readMessages(viewer, id, { size: MESSAGES }))
    .map(({ from, at, text }) => `### ${from}, ${at}\n\n${text}`)
    .join("\n\n");
