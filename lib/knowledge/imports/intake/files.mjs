// @ts-check
// Files and pictures of an export: in its archive, or in its JSON as base64 or extracted text.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, rm, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { openEntry } from "../../../platform/intake/child/zip.mjs";
import { isFields } from "./formats/definition.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {import("./formats/definition.mjs").ImportedFile} ImportedFile
 * @typedef {import("yauzl").Entry} Entry
 * @typedef {Awaited<ReturnType<typeof import("../../../platform/intake/child/zip.mjs").openArchive>>} Archive
 *
 * Which files to bring: all, none, or no more.
 * @typedef {"all" | "none" | "full"} WhichFiles
 *
 * @typedef {object} FoundFile
 * @property {string} name
 * @property {string} [path] where the application finds the content
 * @property {boolean} [isText] whether the content is the text of the file, not the file
 * @property {string} [problem] why the file is left out
 */

const MB = 1024 * 1024;
// As for uploads (`lib/api/upload-limits.ts`).
const MAX_FILE_BYTES = 50 * MB;
const MAX_MESSAGE_FILES = 20;
// An archive may hold a file once, and messages name it any number of times.
const MAX_CHAT_FILES = 500;
const MAX_CHAT_BYTES = 200 * MB;
const MAX_NAME_CHARACTERS = 200;
const MAX_NAME_INDEX_BYTES = 20 * MB;
// The application removes a file when it has read it.
const MAX_UNREAD_BYTES = 64 * MB;
const POLL_INTERVAL_MS = 10;

const NAME_INDEX = /(?:^|\/)conversation_asset_file_names[^/]{0,20}\.json$/i;
// ChatGPT's and LibreChat's ids, with which names of files begin or end.
const IDS = [/^file[-_][A-Za-z0-9]+/, /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi];

// The application counts them (`run-import.ts`).
const FULL = "An import can have up to 20,000 files with 2,000 MB together.";
const MISSING = "It is not in the export.";
const TOO_LARGE = `It is larger than ${MAX_FILE_BYTES / MB} MB.`;
const TOO_MANY_IN_CHAT = `A chat can have up to ${MAX_CHAT_FILES} files.`;
const TOO_LARGE_IN_CHAT = `The files of a chat can have up to ${MAX_CHAT_BYTES / MB} MB together.`;
const TOO_MANY = `A message can have up to ${MAX_MESSAGE_FILES} files.`;

const toBaseName = (/** @type {string} */ path) => path.slice(path.lastIndexOf("/") + 1);

export const toFileName = (/** @type {string | undefined} */ name) =>
  (name ?? "").slice(0, 1_000).replace(/\s+/g, " ").trim().slice(0, MAX_NAME_CHARACTERS) || "unnamed";

export class ExportedFiles {
  #entriesById = /** @type {Map<string, Entry>} */ (new Map());
  // Undefined for a name that several entries have.
  #entriesByName = /** @type {Map<string, Entry | undefined>} */ (new Map());
  #names = /** @type {Map<string, string>} */ (new Map());
  #unread = /** @type {{ path: string, size: number }[]} */ ([]);
  #unreadBytes = 0;
  #count = 0;
  #filesLeft = MAX_CHAT_FILES;
  #bytesLeft = MAX_CHAT_BYTES;

  constructor(/** @type {Archive | undefined} */ archive, /** @type {Host} */ host) {
    this.archive = archive?.archive;
    this.host = host;
    for (const entry of archive?.entries ?? []) this.#index(entry);
  }

  #index(/** @type {Entry} */ entry) {
    const name = toBaseName(entry.fileName);
    for (const id of IDS.flatMap((pattern) => name.match(pattern) ?? []))
      if (!this.#entriesById.has(id)) this.#entriesById.set(id, entry);
    // The export's own files are JSON.
    if (!/\.json$/i.test(name))
      this.#entriesByName.set(name, this.#entriesByName.has(name) ? undefined : entry);
  }

  beginChat() {
    this.#filesLeft = MAX_CHAT_FILES;
    this.#bytesLeft = MAX_CHAT_BYTES;
  }

  /**
   * Reads the names that files had before they were exported as `file-….dat`.
   * @param {Entry[]} entries
   */
  async readNames(entries) {
    const index = entries.find(({ fileName }) => NAME_INDEX.test(fileName));
    if (!index || !this.archive || index.uncompressedSize > MAX_NAME_INDEX_BYTES) return;
    const names = parse((await buffer(await openEntry(this.archive, index))).toString());
    if (!isFields(names)) return;
    for (const [stored, name] of Object.entries(names))
      if (typeof name === "string" && name.trim()) this.#names.set(stored, toBaseName(name.trim()));
  }

  /**
   * Yields the files of a message. Only the first ones of a message and of a chat have a content; one file stands for
   * the rest.
   * @param {ImportedFile[]} files
   * @param {WhichFiles} which
   * @returns {AsyncGenerator<FoundFile>}
   */
  async *find(files, which) {
    const seen = new Set();
    for (const file of files) {
      const entry = this.#findEntry(file);
      const named = { name: toFileName(this.#chooseName(file, entry)) };
      const key = `${named.name} ${entry?.fileName} ${hash(file.text)} ${hash(file.data)}`;
      if (seen.has(key)) continue;
      const count = MAX_CHAT_FILES - this.#filesLeft;
      if (--this.#filesLeft < 0) {
        if (this.#filesLeft === -1) yield { name: "…", problem: TOO_MANY_IN_CHAT };
        return;
      }
      if (seen.size === MAX_MESSAGE_FILES) {
        yield { name: "…", problem: TOO_MANY };
        return;
      }
      seen.add(key);
      // Reported once for a chat.
      if (which === "full") yield count === 0 ? { ...named, problem: FULL } : named;
      else yield which === "all" ? { ...named, ...(await this.#write(file, entry)) } : named;
    }
  }

  // An id names a file. A name may be another file's, so a content in the JSON is preferred.
  #findEntry(/** @type {ImportedFile} */ { id, name, text, data }) {
    if (data !== undefined) return undefined;
    const entry = id === undefined ? undefined : this.#entriesById.get(id);
    if (entry || text !== undefined) return entry;
    const named = id === undefined ? undefined : this.#entriesByName.get(toBaseName(id));
    return named ?? (name === undefined ? undefined : this.#entriesByName.get(toBaseName(name)));
  }

  #chooseName(/** @type {ImportedFile} */ { name, id }, /** @type {Entry | undefined} */ entry) {
    // Pictures in the content of ChatGPT's messages are only said to be one.
    const isNamed = name !== undefined && /\.\w{1,5}$/.test(name);
    if (isNamed || !entry) return name ?? id;
    const stored = toBaseName(entry.fileName);
    return this.#names.get(stored) ?? (/\.dat$/i.test(stored) ? (name ?? stored) : stored);
  }

  /** @param {ImportedFile} file @param {Entry | undefined} entry @returns {Promise<Omit<FoundFile, "name">>} */
  async #write({ text, data }, entry) {
    try {
      if (entry) return await this.#writeEntry(entry);
      if (data !== undefined) return { path: await this.#writeContent(Buffer.from(data, "base64")) };
      if (text !== undefined) return { path: await this.#writeContent(Buffer.from(text)), isText: true };
      return { problem: MISSING };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { problem: error.message };
    }
  }

  async #writeEntry(/** @type {Entry} */ entry) {
    if (entry.uncompressedSize > MAX_FILE_BYTES) throw new Problem(TOO_LARGE);
    const { name, path } = await this.#reserve(entry.uncompressedSize);
    const stream = await openEntry(/** @type {NonNullable<typeof this.archive>} */ (this.archive), entry);
    try {
      await pipeline(stream, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path: name };
  }

  async #writeContent(/** @type {Buffer} */ content) {
    if (content.length > MAX_FILE_BYTES) throw new Problem(TOO_LARGE);
    const { name, path } = await this.#reserve(content.length);
    await writeFile(path, content);
    return name;
  }

  async #reserve(/** @type {number} */ size) {
    if (size > this.#bytesLeft) throw new Problem(TOO_LARGE_IN_CHAT);
    this.#bytesLeft -= size;
    // Waits until the application has read enough of the earlier files.
    while (this.#unread[0] && this.#unreadBytes + size > MAX_UNREAD_BYTES) {
      if (await exists(this.#unread[0].path)) await wait(POLL_INTERVAL_MS);
      else this.#unreadBytes -= this.#unread.shift()?.size ?? 0;
    }
    const name = `file-${++this.#count}`;
    const path = this.host.outputPath(name);
    this.#unread.push({ path, size });
    this.#unreadBytes += size;
    return { name, path };
  }
}

const hash = (/** @type {string | undefined} */ content) =>
  content === undefined ? "" : createHash("sha256").update(content).digest("base64");

const exists = (/** @type {string} */ path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
