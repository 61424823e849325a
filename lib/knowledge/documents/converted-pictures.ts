import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { Viewer } from "@/lib/api/actor";
import { ExtractionError, isConverted, renderPicture } from "@/lib/files/extraction/service";
import { invalid, notFound } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import type { Download } from "./downloads";
import * as queries from "./queries";

// Converting a picture takes one or two seconds, so the latest ones are cached.
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
// Asks each time, because people can lose access.
const FRESH = "private, no-cache";

const getCache = createOnce(
  () =>
    new LRUCache<string, Buffer>({
      maxSize: MAX_CACHED_BYTES,
      sizeCalculation: ({ length }) => length || 1,
    }),
);

type Original = { storageKey: string; mimeType: string; groupId: string };

/**
 * Returns a page of a HEIC, TIFF, AVIF or BMP picture as a JPEG.
 * @throws ExtractionError, AppError unavailable
 */
export async function convertPicture(
  { storageKey: key, mimeType, groupId }: Original,
  page = 1,
): Promise<Buffer> {
  const name = `${key} ${page}`;
  const known = getCache().get(name);
  if (known) return known;
  const made = await renderPicture({ key, mimeType, groupId }, page);
  getCache().set(name, made);
  return made;
}

/**
 * Returns a converted picture for the viewer's browser.
 * @throws AppError not_found, unavailable; InvalidInput for a file that needs no conversion or can't be decoded
 */
export async function downloadPicture(
  { user, group }: Viewer,
  id: number,
  page: number,
  ifNoneMatch?: string,
): Promise<Download> {
  const document = await queries.findListed({ id, userId: user.id, groupId: group.id });
  if (!document) throw notFound("Document");
  if (!isConverted(document.mimeType))
    throw invalid(["path", "id"], "It isn't a HEIC, TIFF, AVIF or BMP picture.");
  const etag = `"${document.sha256}-${page}"`;
  const headers = {
    etag,
    "cache-control": FRESH,
    "content-type": "image/jpeg",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  if (ifNoneMatch === etag) return { status: 304, headers, stream: null };
  try {
    const jpeg = await convertPicture(document, page);
    const length = String(jpeg.length);
    return { status: 200, headers: { ...headers, "content-length": length }, stream: Readable.from([jpeg]) };
  } catch (error) {
    if (error instanceof ExtractionError) throw invalid(["query", "page"], error.message);
    throw error;
  }
}
