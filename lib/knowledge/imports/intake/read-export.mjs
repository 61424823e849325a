// @ts-check
// Reads the chats of another product's export: a JSON file or a ZIP archive of them.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Batch } from "../../../platform/intake/child/batch.mjs";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { openArchive, openEntry } from "../../../platform/intake/child/zip.mjs";
import { readConversation, recognize } from "./formats/registry.mjs";
import { buildThread } from "./thread.mjs";
import { readValues } from "./values.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {import("../operations").ImportSource} ImportSource
 * @typedef {import("./formats/definition.mjs").Conversation} Conversation
 * @typedef {import("./formats/definition.mjs").ImportedMessage} ImportedMessage
 * @typedef {import("./values.mjs").RawValue} RawValue
 * @typedef {() => Promise<import("node:stream").Readable>} JsonFile opens it
 *
 * Small pieces that a chat is streamed in: its header, its messages with the replies that they replaced, and the rest
 * of long texts.
 * @typedef {Omit<ImportedMessage, "createdAt"> & { createdAt: number }} DatedMessage
 * @typedef {{ source: ImportSource, key: string, title: string | undefined, createdAt: number, leftOut: number }} ChatHeader
 * @typedef {{ chat: ChatHeader }} ChatPiece
 * @typedef {{ message: DatedMessage & Pick<import("./thread.mjs").ThreadMessage, "versionOf" | "asideWith"> }} MessagePiece
 * @typedef {{ previous: DatedMessage }} PreviousPiece
 * @typedef {{ rest: string }} TextPiece
 * @typedef {{ failure: { title: string | undefined, reason: string } }} FailurePiece
 * @typedef {ChatPiece | MessagePiece | PreviousPiece | TextPiece | FailurePiece} Piece
 */

const MB = 1024 * 1024;
// Exports may contain thousands of pictures, which are not unpacked. Text compresses to about a twentieth of its size.
const ARCHIVE_LIMITS = { members: 50_000, bytes: 1_000 * MB, ratio: 200 };
const MAX_CHATS = 50_000;
const MAX_CHAT_BYTES = 32 * MB;
const MAX_CHAT_MESSAGES = 20_000;
// Sum over all messages of a chat.
const MAX_CHAT_CHARACTERS = 12_000_000;
// More than people read in one message, and few enough to render.
const MAX_MESSAGE_CHARACTERS = 200_000;
const THREAD_LIMITS = {
  messages: MAX_CHAT_MESSAGES,
  characters: MAX_CHAT_CHARACTERS,
  messageCharacters: MAX_MESSAGE_CHARACTERS,
};
const EXCESSES = {
  messages: `It has more than ${MAX_CHAT_MESSAGES.toLocaleString("en")} messages.`,
  characters: `Its messages have more than ${MAX_CHAT_CHARACTERS.toLocaleString("en")} characters.`,
};
const MAX_KEY_CHARACTERS = 200;
const MAX_TITLE_CHARACTERS = 2_000;
const MAX_MODEL_CHARACTERS = 200;
const TRUNCATED = `\n\n[The rest of this message is longer than ${MAX_MESSAGE_CHARACTERS.toLocaleString("en")} characters and was not imported.]`;
// Maximum number of values of a file that are examined to recognize chats.
const MAX_VALUES_TO_RECOGNIZE = 20;
// A response line is limited to 256 KB, and JSON may escape a character as six bytes.
const MAX_PIECE_CHARACTERS = 16_000;

/**
 * Returns the product that wrote the input; null for a file without chats.
 * @param {unknown} _
 * @param {Host} host
 */
export async function findSource(_, { input }) {
  for (const file of await listJsonFiles(input)) {
    const source = await recognizeFile(file);
    if (source) return source;
  }
  return null;
}

/** @param {unknown} _ @param {Host} host */
export async function countChats(_, { input }) {
  let count = 0;
  // With a limit of 0 bytes, values are counted without being buffered.
  for (const file of await listChatFiles(input))
    for await (const _ of valuesOf(file, 0))
      if (++count > MAX_CHATS)
        throw new Problem(`It holds more than ${MAX_CHATS.toLocaleString("en")} chats.`);
  return count;
}

/**
 * Yields the chats after the first `passed` ones, in the order of the file.
 * @param {{ passed: number }} order @param {Host} host
 */
export async function readChats({ passed }, host) {
  /** @type {Batch<Piece>} */
  const batch = new Batch(host);
  let at = 0;
  for (const file of await listChatFiles(host.input))
    for await (const raw of valuesOf(file, MAX_CHAT_BYTES)) if (at++ >= passed) await readChat(raw, batch);
  await batch.flush();
}

/**
 * Cached: one process reads one export in several calls.
 * @type {Promise<JsonFile[]> | undefined}
 */
let jsonFiles;
const sources = /** @type {Map<JsonFile, ImportSource | undefined>} */ (new Map());

function listJsonFiles(/** @type {string} */ path) {
  jsonFiles ??= findJsonFiles(path);
  return jsonFiles;
}

/** @param {string} path @returns {Promise<JsonFile[]>} */
async function findJsonFiles(path) {
  if (!(await isZip(path))) return [async () => createReadStream(path)];
  const { archive, entries } = await openArchive(path, ARCHIVE_LIMITS);
  return entries
    .filter(({ fileName }) => /\.json$/i.test(fileName))
    .map((entry) => () => openEntry(archive, entry));
}

async function isZip(/** @type {string} */ path) {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    // Signatures of a local file header and of the end record of an empty archive (PKZIP APPNOTE).
    return ["PK\x03\x04", "PK\x05\x06"].includes(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}

/**
 * Returns the files that contain chats. Exports also contain files with other data.
 * @param {string} path
 */
async function listChatFiles(path) {
  const files = /** @type {JsonFile[]} */ ([]);
  for (const file of await listJsonFiles(path)) if (await recognizeFile(file)) files.push(file);
  return files;
}

async function recognizeFile(/** @type {JsonFile} */ file) {
  if (!sources.has(file)) sources.set(file, await findSourceOfFile(file));
  return sources.get(file);
}

async function findSourceOfFile(/** @type {JsonFile} */ file) {
  let count = 0;
  for await (const raw of valuesOf(file, MAX_CHAT_BYTES)) {
    const source = raw.text === undefined ? undefined : recognize(parse(raw.text));
    if (source) return source;
    if (++count === MAX_VALUES_TO_RECOGNIZE) return undefined;
  }
  return undefined;
}

async function* valuesOf(/** @type {JsonFile} */ file, /** @type {number} */ maxBytes) {
  const stream = await file();
  try {
    yield* readValues(stream, maxBytes);
  } finally {
    stream.destroy();
  }
}

const FAULTS = {
  long: `It is larger than ${MAX_CHAT_BYTES / MB} MB.`,
  cut: "The file ends in the middle of it. Export it again.",
};

async function readChat(/** @type {RawValue} */ raw, /** @type {Batch<Piece>} */ batch) {
  const fail = (/** @type {string | undefined} */ title, /** @type {string} */ reason) =>
    batch.add({ failure: { title: truncateTitle(title), reason } });
  if (raw.text === undefined) return fail(findTitle(raw.head), FAULTS[raw.fault]);
  const { text } = raw;
  const value = parse(text);
  if (value === undefined) return fail(findTitle(text), "It is damaged: this is not JSON.");
  const source = recognize(value);
  if (!source) return fail(findTitle(text), "Unknown format.");
  const { key, title, nodes, current, createdAt: begun } = readConversation(source, value);
  const { messages, createdAt, leftOut, excess } = buildThread(nodes, current, begun, THREAD_LIMITS);
  if (excess) return fail(title, EXCESSES[excess]);
  if (messages.length === 0) return fail(title, "It has no messages.");
  const chat = { source, key: toKey(source, key, text), title: truncateTitle(title), createdAt, leftOut };
  await batch.add({ chat });
  for (const { message, createdAt: time, previous = [], ...place } of messages) {
    await addText(batch, { ...message, createdAt: time }, (dated) => ({ message: { ...dated, ...place } }));
    for (const reply of previous)
      await addText(batch, { ...reply, createdAt: reply.createdAt ?? time }, (dated) => ({
        previous: dated,
      }));
  }
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Extracts the title of a chat that cannot be parsed.
 * @param {string} text
 * @returns {string | undefined}
 */
function findTitle(text) {
  const [, title] = /"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.){1,200}")/.exec(text.slice(0, 4_000)) ?? [];
  return title && String(parse(title) ?? "");
}

/** @param {string | undefined} title */
const truncateTitle = (title) => title?.slice(0, MAX_TITLE_CHARACTERS);

/**
 * Returns a key that is stable across exports.
 * @param {ImportSource} source
 * @param {string | undefined} key
 * @param {string} text raw text of the chat
 */
function toKey(source, key, text) {
  const isUsable =
    key !== undefined && key.length <= MAX_KEY_CHARACTERS && key.isWellFormed() && !key.includes("\0");
  const hash = () =>
    createHash("sha256")
      .update(key ?? text)
      .digest("hex");
  return `${source}:${isUsable ? key : hash()}`;
}

/**
 * @param {Batch<Piece>} batch
 * @param {DatedMessage} message
 * @param {(message: DatedMessage) => Piece} toPiece
 */
async function addText(batch, message, toPiece) {
  const { length } = message.text;
  const text =
    length > MAX_MESSAGE_CHARACTERS
      ? message.text.slice(0, MAX_MESSAGE_CHARACTERS) + TRUNCATED
      : message.text;
  const model = message.model?.slice(0, MAX_MODEL_CHARACTERS);
  await batch.add(toPiece({ ...message, model, text: text.slice(0, MAX_PIECE_CHARACTERS) }));
  for (let from = MAX_PIECE_CHARACTERS; from < text.length; from += MAX_PIECE_CHARACTERS)
    await batch.add({ rest: text.slice(from, from + MAX_PIECE_CHARACTERS) });
}
