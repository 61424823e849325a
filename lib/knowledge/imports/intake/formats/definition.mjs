// @ts-check

/**
 * @typedef {Record<string, unknown>} Fields untrusted JSON object
 *
 * @typedef {object} ImportedFile file or picture of a message
 * @property {string} [name]
 * @property {string} [id] by which the archive names it
 * @property {string} [text] extracted from it by the other product
 * @property {string} [data] in base64
 *
 * @typedef {object} ImportedMessage
 * @property {"user" | "assistant"} author
 * @property {string} text Markdown
 * @property {ImportedFile[]} [files]
 * @property {number} [createdAt] milliseconds since the epoch; absent when the file has no time
 * @property {string} [model] the other product's name of the model
 *
 * @typedef {object} TreeNode
 * @property {string | undefined} parent
 * @property {ImportedMessage | undefined} message absent for what people don't see
 *
 * @typedef {object} Conversation chat of another product
 * @property {string} [key] stable across exports
 * @property {string} [title]
 * @property {number} [createdAt]
 * @property {Map<string, TreeNode>} nodes messages by their id, in the order of the file
 * @property {unknown} [current] id of the message seen last
 * @property {{ key: string, name?: string }} [project] that the chat is in
 * @property {string} [assistant] key of the assistant that replied
 *
 * @typedef {object} ImportedProject
 * @property {string} key stable across exports
 * @property {string} [name]
 * @property {string} [description]
 * @property {string} [instructions]
 * @property {ImportedFile[]} files
 *
 * @typedef {object} ImportedAssistant
 * @property {string} key stable across exports
 * @property {string} [name]
 * @property {string} [description]
 * @property {string} [instructions]
 * @property {string} [model] the other product's name of the model
 * @property {string[]} [questions] suggested ones
 *
 * @typedef {{ project: ImportedProject } | { assistant: ImportedAssistant }} ImportedRecord
 *
 * @typedef {object} ImportFormat export format of another product
 * @property {(value: Fields) => boolean} recognizes checks the shape of an object, because people rename files
 * @property {(value: Fields) => Conversation} read tolerates any missing field
 * @property {(value: Fields) => ImportedRecord | undefined} [readRecord] undefined for an object of another shape
 */

/** @param {unknown} value @returns {value is Fields} */
export const isFields = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {Fields} */
export const toFields = (value) => (isFields(value) ? value : {});
/** @param {unknown} value @returns {Fields[]} */
export const toItems = (value) => (Array.isArray(value) ? value.filter(isFields) : []);
/** @param {unknown} value @returns {string | undefined} */
export const toText = (value) => (typeof value === "string" && value.trim() ? value : undefined);

/**
 * Returns the messages of a chat without branches as a tree.
 * @param {(ImportedMessage | undefined)[]} messages
 * @returns {Map<string, TreeNode>}
 */
export const toChain = (messages) =>
  new Map(messages.map((message, at) => [`${at}`, { parent: at > 0 ? `${at - 1}` : undefined, message }]));

const DAY_MS = 86_400_000;
// None of these products existed earlier.
const EARLIEST_MS = Date.UTC(2015, 0);
// Larger numbers are milliseconds, smaller ones seconds.
const MIN_MS = 1e11;

/**
 * Parses a plausible time: ISO 8601, or seconds or milliseconds since the epoch.
 * @param {unknown} value
 * @returns {number | undefined} in milliseconds
 */
export function toTime(value) {
  let ms = Number.NaN;
  if (typeof value === "number") ms = value * (value < MIN_MS ? 1000 : 1);
  else if (typeof value === "string") ms = Date.parse(value);
  return ms >= EARLIEST_MS && ms <= Date.now() + DAY_MS ? ms : undefined;
}

/**
 * Returns a message with its trimmed text; undefined when it has neither text nor files.
 * @param {ImportedMessage & { files: ImportedFile[] }} message
 * @returns {ImportedMessage | undefined}
 */
export function toMessage({ text, files, ...message }) {
  const trimmed = text.trim();
  return trimmed || files.length > 0 ? { ...message, text: trimmed, files } : undefined;
}

const DATA_URL = /^data:[\w.+-]{1,100}\/[\w.+-]{1,100};base64,/;

/**
 * Returns the base64 of a data URL.
 * @param {unknown} url
 */
export function toData(url) {
  const head = typeof url === "string" ? DATA_URL.exec(url.slice(0, 250))?.[0] : undefined;
  return head === undefined ? undefined : /** @type {string} */ (url).slice(head.length);
}
