import { Readable } from "node:stream";
import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import { type ByteRange, openFile } from "@/lib/platform/storage/service";
import { mayHoldMetadata, withoutMetadata } from "./metadata";
import * as queries from "./queries";
import { isImageType } from "./types";

/** Which bytes the caller asks for, as HTTP writes it (RFC 9110, sections 13 and 14). */
export type DownloadConditions = { range?: string; ifRange?: string; ifNoneMatch?: string };
/** The bytes of a document, without a stream when there are none to send, and what makes them safe to send. */
export type Download = { status: number; headers: Record<string, string>; stream: Readable | null };

/** @throws AppError not_found, unavailable */
export async function download(
  { user, group }: Viewer,
  id: number,
  wanted: DownloadConditions = {},
): Promise<Download> {
  const document = await queries.findListed({ id, userId: user.id, groupId: group.id });
  if (!document) throw notFound("Document");
  return opened(document, wanted);
}

/** As `download`, for those who are known to read the chat. @throws AppError not_found, unavailable */
export async function downloadFrom(
  chatId: number,
  id: number,
  wanted: DownloadConditions = {},
): Promise<Download> {
  const [document] = await queries.documentsByIds({ ids: [id] });
  if (document?.chatId !== chatId) throw notFound("Document");
  return opened(document, wanted);
}

/** As `download`, of a document of a group for those who are known to read it. @throws AppError not_found, unavailable */
export async function openDownload(
  groupId: string,
  id: number,
  wanted: DownloadConditions = {},
): Promise<Download> {
  const [document] = await queries.documentsByIds({ ids: [id] });
  if (document?.groupId !== groupId) throw notFound("Document");
  return opened(document, wanted);
}

async function opened(document: queries.DocumentRow, wanted: DownloadConditions = {}): Promise<Download> {
  const { mimeType, size, sha256, storageKey: key } = document;
  // Pictures are shown where they are; whatever could be a page is only ever saved.
  const shown = isImageType(mimeType) ? "inline" : "attachment";
  const isCleaned = mayHoldMetadata(mimeType);
  const etag = `"${sha256}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "accept-ranges": isCleaned ? "none" : "bytes",
    "content-type": mimeType,
    "content-disposition": `${shown}; filename*=UTF-8''${encodedName(document.fileName)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  if (names(wanted.ifNoneMatch, etag)) return { status: 304, headers, stream: null };
  if (isCleaned) {
    const source = await openFile(key);
    const stream = Readable.from(withoutMetadata(mimeType, source), { objectMode: false });
    // Whoever goes away in the middle leaves no file open.
    stream.once("close", () => source.destroy());
    return { status: 200, headers: { ...headers, "content-length": String(size) }, stream };
  }
  const isStillThat = wanted.ifRange === undefined || wanted.ifRange === etag;
  const range = isStillThat ? parseRange(wanted.range, size) : undefined;
  if (range === "none") {
    const unsatisfied = { ...headers, "content-range": `bytes */${size}`, "content-length": "0" };
    return { status: 416, headers: unsatisfied, stream: null };
  }
  const stream = await openFile(key, range);
  if (!range) return { status: 200, headers: { ...headers, "content-length": String(size) }, stream };
  const part = {
    "content-range": `bytes ${range.start}-${range.end}/${size}`,
    "content-length": String(range.end - range.start + 1),
  };
  return { status: 206, headers: { ...headers, ...part }, stream };
}

/** RFC 8187: header bytes are Latin-1, so the name travels percent-encoded. */
export const encodedName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const names = (tags = "", etag: string): boolean =>
  tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

/** The one stretch that is asked for; `none` when the file has none of it, undefined for the whole file. */
function parseRange(asked: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < start) return undefined;
  return start >= size || (from === "" && Number(to) === 0) ? "none" : { start, end };
}
