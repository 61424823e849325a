// @ts-check

/**
 * @typedef {Record<string, unknown>} Fields a JSON object of which nothing is known
 *
 * @typedef {object} ImportedMessage
 * @property {"user" | "assistant"} author
 * @property {string} text Markdown
 * @property {number} [createdAt] in ms since 1970; undefined where the file does not say
 * @property {string} [model] which model wrote it, as the other product calls it
 *
 * @typedef {object} Conversation a chat of another product, with the messages of its active branch
 * @property {string} [key] the same each time the chat is exported
 * @property {string} [title]
 * @property {number} [createdAt]
 * @property {ImportedMessage[]} messages
 *
 * @typedef {object} ImportFormat how another product writes its chats
 * @property {(value: Fields) => boolean} recognizes by the shape of an object, since people rename files
 * @property {(value: Fields) => Conversation} read whatever is left of a chat: it may lack anything
 */

/** @param {unknown} value @returns {value is Fields} */
export const isFields = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {Fields} */
export const toFields = (value) => (isFields(value) ? value : {});
/** @param {unknown} value @returns {Fields[]} */
export const toItems = (value) => (Array.isArray(value) ? value.filter(isFields) : []);
/** @param {unknown} value @returns {string | undefined} */
export const toText = (value) => (typeof value === "string" && value.trim() ? value : undefined);

const DAY_MS = 86_400_000;
/** None of these products is older. */
const EARLIEST_MS = Date.UTC(2015, 0);
/** Numbers above are ms, below seconds: as either, both would be far from today. */
const MIN_MS = 1e11;

/**
 * Reads a plausible time: ISO 8601, or seconds or milliseconds since 1970.
 * @param {unknown} value @returns {number | undefined} in ms
 */
export function toTime(value) {
  let ms = Number.NaN;
  if (typeof value === "number") ms = value * (value < MIN_MS ? 1000 : 1);
  else if (typeof value === "string") ms = Date.parse(value);
  return ms >= EARLIEST_MS && ms <= Date.now() + DAY_MS ? ms : undefined;
}

/**
 * Appends the names of a message's files: the files themselves are not in these exports, or not readable.
 * @param {string} text @param {(string | undefined)[]} names @returns {string}
 */
export function appendFileNames(text, names) {
  const lines = names.map(
    (name) => `[File: ${(name ?? "unnamed").slice(0, 1_000).replace(/\s+/g, " ").slice(0, 200)}]`,
  );
  return [text.trim(), [...new Set(lines)].join("\n")].filter(Boolean).join("\n\n");
}
