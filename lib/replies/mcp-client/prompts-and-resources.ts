import type { GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { documentTypes, findDocumentType } from "@/lib/files/extraction/service";
import { AppError, notFound } from "@/lib/platform/errors";
import { type Address, clean, getPrompt, McpFailure, readResource } from "./client";
import type { McpPromptRequest, McpResourceRequest } from "./contract";
import * as queries from "./queries";
import { reachServer } from "./server-address";
import { cut } from "./tools";

const MAX_PROMPT_LENGTH = 50_000;
const MAX_FILE_MB = 5;
// Unicode tag characters, which are invisible to people but not to models. They are removed, because people must be
// able to see what they send.
const UNSEEN = /[\u{e0000}-\u{e007f}]/gu;

export async function listOffered(viewer: Viewer, chat: Reference) {
  const servers = await serversIn(viewer, chat);
  return {
    prompts: servers.flatMap(({ id: server_id, name: server, prompts }) =>
      prompts.map((prompt) => ({ server_id, server, ...prompt })),
    ),
    resources: servers.flatMap((row) =>
      listFileResources(row).map(({ uri, name, title, mime_type }) => ({
        server_id: row.id,
        server: row.name,
        uri,
        name,
        title,
        mime_type,
      })),
    ),
  };
}

export async function fillPrompt(
  viewer: Viewer,
  chat: Reference,
  { server_id, name, arguments: given }: z.output<typeof McpPromptRequest>,
  signal: AbortSignal,
) {
  const row = await serverIn(viewer, chat, server_id);
  if (!row.prompts.some((one) => one.name === name)) throw notFound("Prompt");
  const { messages } = await callServer(row, (address) => getPrompt(address, name, given, signal));
  const parts = messages.map(({ content }) => getPromptText(content));
  const texts = parts.filter((text) => text !== undefined);
  return {
    text: cut(texts.join("\n\n").replace(UNSEEN, ""), MAX_PROMPT_LENGTH),
    left_out: parts.length - texts.length,
  };
}

/**
 * Reads a resource as a file to attach to a message.
 * @throws AppError not_found, too_large; provider_failed with the server's message
 */
export async function readResourceFile(
  viewer: Viewer,
  chat: Reference,
  { server_id, uri }: z.output<typeof McpResourceRequest>,
  signal: AbortSignal,
) {
  const row = await serverIn(viewer, chat, server_id);
  const listed = listFileResources(row).find((one) => one.uri === uri);
  if (!listed) throw notFound("Resource");
  const { contents } = await callServer(row, (address) => readResource(address, uri, signal));
  return toFile(listed, contents);
}

async function serversIn(viewer: Viewer, reference: Reference): Promise<queries.ServerRow[]> {
  const { chat } = await chats.getChatFor(viewer, reference);
  const ids = chat.virtualAssistantId === null ? [] : [chat.virtualAssistantId];
  const [assistant] = await assistants.listUsableByIds(viewer, ids);
  if (!assistant) return [];
  const rows = await queries.listServersFor({ groupId: chat.groupId, assistantId: assistant.id });
  return rows.map(({ server }) => server);
}

async function serverIn(viewer: Viewer, chat: Reference, id: number): Promise<queries.ServerRow> {
  const row = (await serversIn(viewer, chat)).find((server) => server.id === id);
  if (!row) throw notFound("MCP server");
  return row;
}

// Excludes URI templates, which have no content.
const listFileResources = ({ resources }: queries.ServerRow) =>
  resources.filter(({ uri }) => !uri.includes("{"));

async function callServer<T>(row: queries.ServerRow, ask: (address: Address) => Promise<T>): Promise<T> {
  try {
    return await reachServer(row, ask);
  } catch (error) {
    throw error instanceof McpFailure ? new AppError("provider_failed", error.message) : error;
  }
}

// Returns undefined for images, audio and embedded files, which have no text form.
function getPromptText(content: GetPromptResult["messages"][number]["content"]): string | undefined {
  if (content.type === "text") return content.text;
  if (content.type === "resource_link") return `${content.title ?? content.name}: ${content.uri}`;
  return content.type === "resource" && "text" in content.resource ? content.resource.text : undefined;
}

function toFile(
  { name, title, mime_type }: queries.StoredMcpResource,
  contents: ReadResourceResult["contents"],
) {
  const [first] = contents;
  const isText = !first || "text" in first;
  const bytes = isText
    ? Buffer.from(contents.flatMap((one) => ("text" in one ? one.text : [])).join("\n\n"))
    : Buffer.from(first.blob, "base64");
  if (bytes.length > MAX_FILE_MB * 1024 * 1024)
    throw new AppError("too_large", `The file ${title ?? name} is larger than ${MAX_FILE_MB} MB.`);
  const usual = isText ? "text/plain" : "application/octet-stream";
  const [type = usual] = clean(first?.mimeType ?? mime_type ?? usual, 100)
    .toLowerCase()
    .split(/\s*;/);
  return {
    file_name: fileName(title ?? name, type, isText),
    mime_type: type,
    content: bytes.toString("base64"),
  };
}

// Appends the extension of the MIME type to a name without a known extension, because the extension determines how a
// file is read.
function fileName(name: string, mimeType: string, isText: boolean): string {
  const plain = clean(name.replace(/[\\/:*?"<>|\p{C}]+/gu, "-"), 100) || "file";
  const ending = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase() ?? "";
  if (documentTypes.some(({ endings }) => endings.includes(ending))) return plain;
  const usual = findDocumentType(mimeType)?.endings[0] ?? (isText ? "txt" : undefined);
  return usual === undefined ? plain : `${plain}.${usual}`;
}
