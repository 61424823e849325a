import { Readable } from "node:stream";
import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import { type ByteRange, openFile } from "@/lib/platform/storage/service";
import { isImageType } from "./file-types";
import * as queries from "./queries";
import { canHoldMetadata, stripMetadata } from "./strip-metadata";

/** The conditional and range headers of a request (RFC 9110, sections 13 and 14). */
export type DownloadConditions = { range?: string; ifRange?: string; ifNoneMatch?: string };
/** `stream` is null when there is no body. */
export type Download = { status: number; headers: Record<string, string>; stream: Readable | null };

/** @throws AppError not_found, unavailable */
export async function download(
  { user, group }: Viewer,
  id: number,
  conditions: DownloadConditions = {},
): Promise<Download> {
  const document = await queries.findListed({ id, userId: user.id, groupId: group.id });
  if (!document) throw notFound("Document");
  return opened(document, conditions);
}

/**
 * Downloads a document of a chat that the caller is authorized to read.
 * @throws AppError not_found, unavailable
 */
export async function downloadFrom(
  chatId: number,
  id: number,
  conditions: DownloadConditions = {},
): Promise<Download> {
  const [document] = await queries.listByIds({ ids: [id] });
  if (document?.chatId !== chatId) throw notFound("Document");
  return opened(document, conditions);
}

/**
 * Downloads a document of a group that the caller is authorized to read.
 * @throws AppError not_found, unavailable
 */
export async function openDownload(
  groupId: string,
  id: number,
  conditions: DownloadConditions = {},
): Promise<Download> {
  const [document] = await queries.listByIds({ ids: [id] });
  if (document?.groupId !== groupId) throw notFound("Document");
  return opened(document, conditions);
}

async function opened(document: queries.DocumentRow, conditions: DownloadConditions = {}): Promise<Download> {
  const { mimeType, size, sha256, storageKey: key } = document;
  // Pictures are displayed inline. Everything else is an attachment, because it could be a page with scripts.
  const shown = isImageType(mimeType) ? "inline" : "attachment";
  const isCleaned = canHoldMetadata(mimeType);
  const etag = `"${sha256}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "accept-ranges": isCleaned ? "none" : "bytes",
    "content-type": mimeType,
    "content-disposition": `${shown}; filename*=UTF-8''${encodeFileName(document.fileName)}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  if (names(conditions.ifNoneMatch, etag)) return { status: 304, headers, stream: null };
  if (isCleaned) {
    const source = await openFile(key);
    const stream = Readable.from(stripMetadata(mimeType, source), { objectMode: false });
    // Closes the file when the client disconnects before the end.
    stream.once("close", () => source.destroy());
    return { status: 200, headers: { ...headers, "content-length": String(size) }, stream };
  }
  const isRangeCurrent = conditions.ifRange === undefined || conditions.ifRange === etag;
  const range = isRangeCurrent ? parseRange(conditions.range, size) : undefined;
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

/** Percent-encodes a file name for a header, which contains only Latin-1 (RFC 8187). */
export const encodeFileName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const names = (tags = "", etag: string): boolean =>
  tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

// Returns the requested range of bytes; `none` when it is outside of the file, undefined for the whole file.
function parseRange(asked: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < start) return undefined;
  return start >= size || (from === "" && Number(to) === 0) ? "none" : { start, end };
}
