// @ts-check
import { buffer as buffered } from "node:stream/consumers";
import yauzl from "yauzl";
import { trimArchive } from "../../../platform/intake/child/zip-end.mjs";
import { isCompound } from "./compound.mjs";
import { Unreadable } from "./output.mjs";

// Same as the limits of Office documents in `archive.ts`, which are checked on upload. Attachments are checked only
// here.
const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_COMPRESSION_RATIO = 200;
// Limit in bytes for a part that is read as a whole.
const MAX_PART_BYTES = 50 * 1024 * 1024;

/**
 * Opens a ZIP-based document. Parts are unpacked on request.
 * @param {Buffer} bytes
 * @throws Unreadable when it unpacks to too much data, or is encrypted
 */
export async function openParts(bytes) {
  // Office wraps encrypted documents in a compound file (MS-OFFCRYPTO 2.3).
  if (isCompound(bytes)) throw new Unreadable("This document is protected with a password.");
  const zip = await yauzl.fromBufferPromise(trimArchive(bytes), { lazyEntries: true });
  /** @type {Map<string, import("yauzl").Entry>} */
  const entries = new Map();
  let sum = 0;
  for await (const entry of zip.eachEntry()) {
    sum += entry.uncompressedSize;
    if (entries.size >= MAX_ENTRIES || sum > MAX_UNPACKED_BYTES || sum > MAX_COMPRESSION_RATIO * bytes.length)
      throw new Unreadable("This file could not be read: it unpacks to too much.");
    if (entry.isEncrypted()) throw new Unreadable("This file is protected with a password.");
    entries.set(entry.fileName.replace(/^\//, ""), entry);
  }
  return {
    names: [...entries.keys()],
    /** Returns the text of a part, empty when it is missing or too large. @param {string} name */
    async read(name) {
      const found = await this.bytes(name);
      return found ? found.toString("utf8").replace(/^\ufeff/, "") : "";
    },
    /** @param {string} name */
    async bytes(name) {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > MAX_PART_BYTES) return undefined;
      return buffered(await zip.openReadStreamPromise(entry));
    },
  };
}

/** Resolves a relative reference between parts. @param {string} from @param {string} to */
export function resolvePart(from, to) {
  const path = to.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of to.split("#")[0]?.split("/") ?? []) {
    if (step === "..") path.pop();
    else if (step && step !== ".") path.push(step);
  }
  return path.join("/");
}
