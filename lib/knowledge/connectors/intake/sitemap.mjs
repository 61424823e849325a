// @ts-check
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { readXml } from "./xml.mjs";

/** The protocol's limit for an uncompressed sitemap (sitemaps.org). */
export const MAX_SITEMAP_MB = 50;
const MB = 1024 * 1024;

/** @typedef {{ loc: string, lastmod: string | null }} Entry */

/**
 * Reads a sitemap or a sitemap index, compressed or not.
 * @param {string} path
 * @param {object} on
 * @param {(entry: Entry) => boolean} on.page returns true to read another page
 * @param {(entry: Entry) => boolean} on.sitemap returns true to read another sitemap
 * @returns {Promise<boolean>} false when the file is not a sitemap
 * @throws {Problem} when it is too large
 */
export async function readSitemap(path, { page, sitemap }) {
  /** @type {"urlset" | "sitemapindex" | undefined} */
  let root;
  /** @type {Entry} */
  let entry = { loc: "", lastmod: null };
  try {
    await readXml(await unpack(path), {
      open(name, depth) {
        if (depth > 1) return false;
        if (name === "urlset" || name === "sitemapindex") root = name;
        return root === undefined;
      },
      close(name, text) {
        if (name === "loc") entry.loc = text.trim();
        else if (name === "lastmod") entry.lastmod = text.trim() || null;
        if (name !== (root === "urlset" ? "url" : "sitemap")) return false;
        const { loc } = entry;
        const goesOn = loc === "" || (root === "urlset" ? page(entry) : sitemap(entry));
        entry = { loc: "", lastmod: null };
        return !goesOn;
      },
    });
  } catch (error) {
    // Not a sitemap: the address may serve an ordinary page or a damaged archive.
    if (error instanceof Problem || root !== undefined) throw error;
  }
  return root !== undefined;
}

/** @param {string} path */
async function unpack(path) {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  await file.close();
  const content = createReadStream(path);
  if (buffer[0] !== 0x1f || buffer[1] !== 0x8b) return content;
  const unpacked = createGunzip();
  content.on("error", (error) => unpacked.destroy(error));
  unpacked.on("close", () => content.destroy());
  return limit(content.pipe(unpacked));
}

/** @param {AsyncIterable<Buffer>} chunks */
async function* limit(chunks) {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_SITEMAP_MB * MB) throw new Problem(`It is larger than ${MAX_SITEMAP_MB} MB.`);
    yield chunk;
  }
}
