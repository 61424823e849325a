import { Readable } from "node:stream";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as canvas from "@/lib/chat/canvas/service";
import * as chats from "@/lib/chat/chats/service";
import * as audit from "@/lib/identity/audit/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { toFileName } from "@/lib/platform/file-name";
import { createZip, type ZipEntry } from "@/lib/platform/zip";
import { loadAuthors } from "./authors";
import { type Exported, type ExportedMessage as Message, streamHtml } from "./export-html";
import * as present from "./present";
import type * as queries from "./queries";
import { streamThread } from "./thread-end";

/**
 * Streams a chat as a file page by page, so memory does not grow with its size: Markdown and HTML for people, JSON
 * for programs. Replies follow their questions.
 * @throws AppError not_found
 */
export async function exportChat(viewer: Viewer, reference: Reference, format: Format) {
  const chat = await chats.get(viewer, reference);
  await audit.recordBy(viewer, "chat_exported", { chat_id: chat.id });
  const write = writers[format];
  const date = new Date().toISOString().slice(0, 10);
  const name = `${toFileName(chat.name, "Chat")} ${date}.${format}`;
  return {
    stream: Readable.from(write(chat, messagesOf(viewer, chat.id), viewer), { objectMode: false }),
    headers: {
      "content-type": `${TYPES[format]}; charset=utf-8`,
      // RFC 6266: header bytes are Latin-1, so the name travels percent-encoded.
      "content-disposition": `attachment; filename="chat.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "content-security-policy": "sandbox; default-src 'none'",
    },
  };
}

export async function exportChats(viewer: Viewer) {
  await audit.recordBy(viewer, "chats_exported");
  const name = `chats ${new Date().toISOString().slice(0, 10)}.zip`;
  return {
    stream: createZip(filesOfChats(viewer)),
    headers: { "content-type": "application/zip", "content-disposition": `attachment; filename="${name}"` },
  };
}

async function* filesOfChats(viewer: Viewer): AsyncGenerator<ZipEntry> {
  for await (const id of chats.streamChatIds(viewer)) {
    const chat = await chats.get(viewer, id).catch(ignoreNotFound);
    if (!chat) continue;
    // The id distinguishes chats with the same name.
    const name = `${toFileName(chat.name, "Chat")} ${id}`;
    const mtime = new Date(chat.last_activity_at);
    for (const format of ["json", "md"] as const) {
      const stream = Readable.from(writers[format](chat, messagesOf(viewer, id), viewer), {
        objectMode: false,
      });
      yield { name: `${name}.${format}`, stream, compress: true, mtime };
    }
  }
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.kind === "not_found") return undefined;
  throw error;
}

type Format = keyof typeof writers;

const TYPES: Record<Format, string> = { md: "text/markdown", html: "text/html", json: "application/json" };
type Writer = (
  chat: Exported,
  pages: AsyncIterable<Message[]>,
  viewer: Viewer,
) => AsyncIterable<string | Buffer>;
const writers: Record<"md" | "html" | "json", Writer> = {
  md: streamMarkdown,
  html: (chat, pages, { group }) => streamHtml(chat, pages, { groupId: group.id, base: config().appUrl }),
  json: streamJson,
};

async function* messagesOf(viewer: Viewer, chatId: number): AsyncIterable<Message[]> {
  for await (const rows of streamThread(chatId)) yield await withAuthors(viewer, rows);
}

async function withAuthors(viewer: Viewer, rows: queries.ShownMessage[]): Promise<Message[]> {
  const getAuthor = await loadAuthors(rows);
  return rows.map((row) => ({ author: getAuthor(row), ...present.toMessageResponse(row, viewer.user.id) }));
}

async function* streamJson(chat: Exported, pages: AsyncIterable<Message[]>): AsyncIterable<string> {
  yield `{"exported_at":${JSON.stringify(new Date().toISOString())},"chat":${JSON.stringify(chat)},"canvas_pages":[`;
  let separator = "\n";
  for await (const page of canvas.streamPages(chat.id)) {
    yield separator + JSON.stringify(page);
    separator = ",\n";
  }
  yield '],"messages":[';
  separator = "\n";
  for await (const page of pages) {
    yield page
      .map((message) => {
        const line = separator + JSON.stringify(message);
        separator = ",\n";
        return line;
      })
      .join("");
  }
  yield "\n]}\n";
}

async function* streamMarkdown(chat: Exported, pages: AsyncIterable<Message[]>): AsyncIterable<string> {
  yield `# ${oneLine(chat.name)}\n\n`;
  if (chat.goal) yield `Goal: ${oneLine(chat.goal)}\n\n`;
  for await (const page of pages) yield page.map(toMarkdown).join("");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function toMarkdown(message: Message): string {
  const time = `${message.created_at.slice(0, 16).replace("T", " ")} UTC`;
  const parts = [`## ${oneLine(message.author)} · ${time}${message.edited ? " · edited" : ""}`];
  const quoted = message.user_type === "assistant" ? null : message.replying_to_message;
  if (quoted)
    parts.push(`> ${oneLine(quoted.full_name)}: ${oneLine(quoted.message).slice(0, 200).toWellFormed()}`);
  parts.push(message.message);
  const files = message.message_attachments ?? [];
  if (files.length > 0) parts.push(files.map((file) => `- File: ${oneLine(file.file_name)}`).join("\n"));
  const reactions = message.aggregated_reactions.map(({ emoji, count }) => `${emoji} ${count}`);
  if (reactions.length > 0) parts.push(`Reactions: ${reactions.join(" · ")}`);
  return `${parts.join("\n\n")}\n\n`;
}
