// @ts-check
// Reads the chats of another product's export: a JSON file or a ZIP archive of them.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Batch } from "../../../platform/intake/child/batch.mjs";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { openArchive, openEntry } from "../../../platform/intake/child/zip.mjs";
import { ExportedFiles } from "./files.mjs";
import { readConversation, readRecord, recognize } from "./formats/registry.mjs";
import { buildThread } from "./thread.mjs";
import { readValues } from "./values.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {import("../operations").ImportSource} ImportSource
 * @typedef {import("./formats/definition.mjs").Conversation} Conversation
 * @typedef {import("./files.mjs").WhichFiles} WhichFiles
 * @typedef {import("./formats/definition.mjs").ImportedAssistant} ImportedAssistant
 * @typedef {import("./formats/definition.mjs").ImportedMessage} ImportedMessage
 * @typedef {import("./values.mjs").RawValue} RawValue
 * @typedef {() => Promise<import("node:stream").Readable>} JsonFile opens it
 *
 * Small pieces that a chat is streamed in: its header, its messages with the replies that they replaced and their
 * files, and the rest of long texts.
 * @typedef {Omit<ImportedMessage, "createdAt" | "files"> & { createdAt: number }} DatedMessage
 * @typedef {{ key: string, name: string | undefined }} ProjectReference
 *
 * @typedef {object} ChatHeader
 * @property {ImportSource} source
 * @property {string} key
 * @property {string | undefined} title
 * @property {number} createdAt
 * @property {number} leftOut messages of other branches without room
 * @property {ProjectReference} [project]
 * @property {string} [assistant] key of the assistant that replied
 *
 * @typedef {{ chat: ChatHeader }} ChatPiece
 * @typedef {{ message: DatedMessage & Pick<import("./thread.mjs").ThreadMessage, "versionOf" | "asideWith"> }} MessagePiece
 * @typedef {{ previous: DatedMessage }} PreviousPiece
 * @typedef {{ file: import("./files.mjs").FoundFile }} FilePiece
 * @typedef {{ rest: string }} TextPiece
 * @typedef {{ failure: { title: string | undefined, reason: string } }} FailurePiece
 *
 * @typedef {Omit<ImportedAssistant, "instructions"> & { source: ImportSource }} RecordHeader
 * @typedef {{ failure: { kind: "project" | "assistant", title: string | undefined, reason: string } }} RecordFailurePiece
 * @typedef {{ project: RecordHeader } | { assistant: RecordHeader } | TextPiece | FilePiece | RecordFailurePiece} RecordPiece
 *   pieces of a project or an assistant: its header, its instructions, its files
 *
 * @typedef {object} Contents what an export holds
 * @property {number} chats
 * @property {number} files
 * @property {number} projects
 * @property {number} assistants
 * @property {number | null} from time of the first chat, in milliseconds
 * @property {number | null} until time of the last chat
 *
 * @typedef {ChatPiece | MessagePiece | PreviousPiece | FilePiece | TextPiece | FailurePiece} Piece
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
const MAX_RECORDS = 5_000;
const TOO_MANY_RECORDS = `An export can have up to ${MAX_RECORDS.toLocaleString("en")} projects and assistants.`;
const MAX_PROJECT_FILES = 200;
const TOO_MANY_FILES = `A project can have up to ${MAX_PROJECT_FILES} files.`;
// As many as the fields of a project and an assistant hold.
const MAX_INSTRUCTIONS_CHARACTERS = 50_000;
const MAX_NAME_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 2_000;
const MAX_QUESTIONS = 4;
const MAX_KEY_CHARACTERS = 200;
const MAX_TITLE_CHARACTERS = 2_000;
const MAX_MODEL_CHARACTERS = 200;
const TRUNCATED = `\n\n[The rest of this message is longer than ${MAX_MESSAGE_CHARACTERS.toLocaleString("en")} characters and was not imported.]`;
// Maximum number of values of a file that are examined to recognize chats.
const MAX_VALUES_TO_RECOGNIZE = 20;
// A response line is limited to 256 KB, and JSON may escape a character as six bytes.
const MAX_PIECE_CHARACTERS = 16_000;

/**
 * Returns the product that wrote the input; null for a file without chats, projects and assistants.
 * @param {unknown} _
 * @param {Host} host
 */
export async function findSource(_, { input }) {
  for (const file of await listJsonFiles(input)) {
    const source = await recognizeFile(file);
    if (source) return source;
  }
  // Projects and assistants can be exported alone.
  for await (const record of readRecords(input)) if ("source" in record) return record.source;
  return null;
}

/**
 * Counts the chats without parsing them.
 * @param {unknown} _ @param {Host} host
 */
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
 * Counts what the export holds.
 * @param {unknown} _ @param {Host} host @returns {Promise<Contents>}
 */
export async function countContents(_, host) {
  const projects = new Set();
  let assistants = 0;
  for await (const record of readRecords(host.input)) {
    if ("project" in record) projects.add(record.project.key);
    else if ("assistant" in record) assistants++;
  }
  const contents = { chats: await countChats(_, host), files: 0, assistants };
  const times = { from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
  for (const file of await listChatFiles(host.input))
    for await (const raw of valuesOf(file, MAX_CHAT_BYTES)) {
      const value = raw.text === undefined ? undefined : parse(raw.text);
      const source = recognize(value);
      if (!source) continue;
      const { nodes, createdAt, project } = readConversation(source, value);
      if (project) projects.add(project.key);
      if (createdAt) times.from = Math.min(times.from, createdAt);
      if (createdAt) times.until = Math.max(times.until, createdAt);
      for (const { message } of nodes.values()) contents.files += message?.files?.length ?? 0;
    }
  const hasTimes = times.from <= times.until;
  return {
    ...{ ...contents, projects: projects.size },
    ...(hasTimes ? times : { from: null, until: null }),
  };
}

/**
 * Yields the chats after the first `passed` ones, in the order of the file.
 * @param {{ passed: number, files: WhichFiles }} order @param {Host} host
 */
export async function readChats({ passed, files: whichFiles }, host) {
  const batch = /** @type {Batch<Piece>} */ (new Batch(host));
  const chats = new ChatReader(batch, await openFiles(host), whichFiles);
  let at = 0;
  for (const file of await listChatFiles(host.input))
    for await (const raw of valuesOf(file, MAX_CHAT_BYTES)) if (at++ >= passed) await chats.read(raw);
  await batch.flush();
}

/**
 * Yields the projects with their files, and the assistants, after the first `passed` ones.
 * @param {{ passed: number, files: WhichFiles }} order @param {Host} host
 */
export async function readOthers({ passed, files: whichFiles }, host) {
  const batch = /** @type {Batch<RecordPiece>} */ (new Batch(host));
  const exported = await openFiles(host);
  let at = 0;
  for await (const record of readRecords(host.input)) {
    if (at++ < passed) continue;
    if ("failure" in record) {
      await batch.add(record);
      continue;
    }
    const { source } = record;
    const { instructions = "", ...about } = "project" in record ? record.project : record.assistant;
    const header = { ...shorten(about), source, key: toKey(source, about.key, "") };
    await batch.add("project" in record ? { project: header } : { assistant: header });
    const text = instructions.slice(0, MAX_INSTRUCTIONS_CHARACTERS);
    for (let from = 0; from < text.length; from += MAX_PIECE_CHARACTERS)
      await batch.add({ rest: text.slice(from, from + MAX_PIECE_CHARACTERS) });
    if ("project" in record) await addProjectFiles(batch, exported, record.project.files, whichFiles);
  }
  await batch.flush();
}

/**
 * @param {Batch<RecordPiece>} batch
 * @param {ExportedFiles} exported
 * @param {import("./formats/definition.mjs").ImportedFile[]} files
 * @param {WhichFiles} which
 */
async function addProjectFiles(batch, exported, files, which) {
  exported.beginChat();
  for (const file of files.slice(0, MAX_PROJECT_FILES))
    for await (const found of exported.find([file], which)) {
      await batch.add({ file: found });
      if (found.path) await batch.flush();
    }
  if (files.length > MAX_PROJECT_FILES) await batch.add({ file: { name: "…", problem: TOO_MANY_FILES } });
}

async function* readRecords(/** @type {string} */ path) {
  let count = 0;
  for (const file of await listJsonFiles(path)) {
    if (await recognizeFile(file)) continue;
    for await (const record of readRecordsOf(file)) {
      yield ++count > MAX_RECORDS ? toFailure(record, { title: "…", reason: TOO_MANY_RECORDS }) : record;
      if (count > MAX_RECORDS) return;
    }
  }
}

/**
 * Yields the projects and assistants of a file, and what is damaged among them.
 * @param {JsonFile} file
 */
async function* readRecordsOf(file) {
  /** @type {ReturnType<typeof readRecord>} */
  let first;
  const damaged = /** @type {{ title: string | undefined, reason: string }[]} */ ([]);
  let values = 0;
  for await (const raw of valuesOf(file, MAX_CHAT_BYTES)) {
    const value = raw.text === undefined ? undefined : parse(raw.text);
    const record = readRecord(value);
    first ??= record;
    const reason = raw.text === undefined ? FAULTS[raw.fault] : DAMAGED;
    if (value === undefined) damaged.push({ title: truncateTitle(findTitle(raw.text ?? raw.head)), reason });
    if (first) for (const failure of damaged.splice(0)) yield toFailure(first, failure);
    if (record) yield record;
    // A file of something else is not read to its end.
    if (++values >= MAX_VALUES_TO_RECOGNIZE && !first) return;
  }
}

/**
 * @param {object} of
 * @param {{ title: string | undefined, reason: string }} failure
 * @returns {RecordFailurePiece}
 */
const toFailure = (of, failure) =>
  "failure" in of
    ? { failure: { .../** @type {RecordFailurePiece} */ (of).failure, ...failure } }
    : { failure: { kind: "project" in of ? "project" : "assistant", ...failure } };

const shorten = (
  { name, description, model, questions } = /** @type {Partial<ImportedAssistant>} */ ({}),
) => ({
  name: name?.slice(0, MAX_NAME_CHARACTERS),
  description: description?.slice(0, MAX_DESCRIPTION_CHARACTERS),
  model: model?.slice(0, MAX_MODEL_CHARACTERS),
  questions: questions?.slice(0, MAX_QUESTIONS).map((question) => question.slice(0, MAX_NAME_CHARACTERS)),
});

/** @type {Awaited<ReturnType<typeof openArchive>> | undefined} */
let opened;

async function openFiles(/** @type {Host} */ host) {
  await listJsonFiles(host.input);
  const files = new ExportedFiles(opened, host);
  await files.readNames(opened?.entries ?? []);
  return files;
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
  opened = await openArchive(path, ARCHIVE_LIMITS);
  const { archive, entries } = opened;
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

const DAMAGED = "It is damaged: this is not JSON.";
const FAULTS = {
  long: `It is larger than ${MAX_CHAT_BYTES / MB} MB.`,
  cut: "The file ends in the middle of it. Export it again.",
};

class ChatReader {
  constructor(
    /** @type {Batch<Piece>} */ batch,
    /** @type {ExportedFiles} */ files,
    whichFiles = /** @type {WhichFiles} */ ("all"),
  ) {
    this.batch = batch;
    this.files = files;
    this.whichFiles = whichFiles;
  }

  #fail(/** @type {string | undefined} */ title, /** @type {string} */ reason) {
    return this.batch.add({ failure: { title: truncateTitle(title), reason } });
  }

  async read(/** @type {RawValue} */ raw) {
    if (raw.text === undefined) return this.#fail(findTitle(raw.head), FAULTS[raw.fault]);
    const { text } = raw;
    const value = parse(text);
    if (value === undefined) return this.#fail(findTitle(text), DAMAGED);
    const source = recognize(value);
    if (!source) return this.#fail(findTitle(text), "Unknown format.");
    const { key, title, project, assistant, ...tree } = readConversation(source, value);
    const thread = buildThread(tree.nodes, tree.current, tree.createdAt, THREAD_LIMITS);
    const { messages, createdAt, leftOut, excess } = thread;
    if (excess) return this.#fail(title, EXCESSES[excess]);
    if (messages.length === 0) return this.#fail(title, "It has no messages.");
    const place = {
      project: project && { key: toKey(source, project.key, ""), name: truncateTitle(project.name) },
      assistant: assistant === undefined ? undefined : toKey(source, assistant, ""),
    };
    const header = { source, key: toKey(source, key, text), title: truncateTitle(title), createdAt };
    this.files.beginChat();
    await this.batch.add({ chat: { ...header, leftOut, ...place } });
    for (const message of messages) await this.#addMessage(message);
  }

  /** @param {import("./thread.mjs").ThreadMessage} message */
  async #addMessage({ message: { files = [], ...message }, createdAt, previous = [], ...place }) {
    await addText(this.batch, { ...message, createdAt }, (dated) => ({ message: { ...dated, ...place } }));
    for (const { files: _, ...reply } of previous)
      await addText(this.batch, { ...reply, createdAt: reply.createdAt ?? createdAt }, (dated) => ({
        previous: dated,
      }));
    for await (const file of this.files.find(files, this.whichFiles)) {
      await this.batch.add({ file });
      // The next file may have to wait until this one was read.
      if (file.path) await this.batch.flush();
    }
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
