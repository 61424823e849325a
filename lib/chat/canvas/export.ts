import { Readable } from "node:stream";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as audit from "@/lib/identity/audit/service";
import { config } from "@/lib/platform/config";
import { AppError, notFound } from "@/lib/platform/errors";
import { toFileName } from "@/lib/platform/file-name";
import { writeWord } from "@/lib/platform/rendering/service";
import * as queries from "./queries";

type CanvasFormat = "docx" | "md";
type ExportOptions = { format: CanvasFormat; page_id?: number };

const TYPES: Record<CanvasFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  md: "text/markdown; charset=utf-8",
};

/**
 * Returns the chat's text, or a page with Markdown or plain text, as a file.
 * @throws AppError not_found; bad_request for a page of another kind; too_large when it can't be a Word file
 */
export async function exportCanvas(
  viewer: Viewer,
  reference: Reference,
  { format, page_id: pageId }: ExportOptions,
  signal: AbortSignal,
) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { title, kind, text } = await readText(chat, pageId);
  if (kind !== "markdown" && kind !== "text")
    throw new AppError(
      "bad_request",
      "Only documents and plain texts can be exported. Download the page as it is.",
    );
  await audit.recordBy(viewer, "chat_exported", {
    chat_id: chat.id,
    page_id: pageId ?? null,
  });
  const name = `${toFileName(title.replace(/\.(md|markdown|txt)$/i, ""), "Canvas")}.${format}`;
  const options = { title, isMarkdown: kind === "markdown", base: config().appUrl };
  return {
    stream:
      format === "md"
        ? Readable.from([Buffer.from(text)])
        : await writeWord(viewer.group.id, text, options, signal),
    headers: {
      "content-type": TYPES[format],
      // RFC 6266: header bytes are Latin-1, so the name travels percent-encoded.
      "content-disposition": `attachment; filename="canvas.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "content-security-policy": "sandbox; default-src 'none'",
    },
  };
}

/**
 * Returns the chat's text, or that of a page.
 * @throws AppError not_found
 */
export async function getTextFor(viewer: Viewer, reference: Reference, pageId: number | undefined) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { title, kind, language, text } = await readText(chat, pageId);
  return { chat: chat.uuid, title, kind, language, text };
}

async function readText(chat: { id: number; name: string }, pageId: number | undefined) {
  if (pageId === undefined) {
    const row = await queries.findCanvas({ chatId: chat.id });
    return { title: chat.name, kind: "markdown", language: null, text: row?.text ?? "" };
  }
  const page = await queries.findPage({ chatId: chat.id, id: pageId });
  if (!page) throw notFound("Page");
  return page;
}
