// @ts-check
import { appendFileNames, toFields, toItems, toText, toTime } from "./definition.mjs";

/** @typedef {import("./definition.mjs").Fields} Fields */
/** @typedef {import("./definition.mjs").ImportedMessage} ImportedMessage */
/** @typedef {{ message: Fields, above?: string }} NestedMessage */

/**
 * LibreChat's JSON export, one chat per file: messages as a list or, with "recursive", nested.
 * @type {import("./definition.mjs").ImportFormat}
 */
export const libreChat = {
  recognizes: (value) =>
    typeof value.conversationId === "string" &&
    (Array.isArray(value.messages) || Array.isArray(value.messagesTree)),
  read(value) {
    const messages = flatten(toItems(value.messages ?? value.messagesTree));
    const nodes = new Map();
    for (const [at, { message, above }] of messages.entries()) {
      const id = toText(message.messageId) ?? `unnamed ${at}`;
      const parent = toText(message.parentMessageId) ?? above;
      nodes.set(id, { parent, message: readMessage(message) });
    }
    return {
      key: toText(value.conversationId),
      title: toText(value.title),
      createdAt: toTime(value.createdAt),
      nodes,
    };
  },
};

/**
 * Flattens nested messages in pre-order, with their parents' ids. Iterative, because nesting may be deep.
 * @param {Fields[]} roots
 */
function flatten(roots) {
  const all = /** @type {NestedMessage[]} */ ([]);
  /** @type {NestedMessage[]} */
  const waiting = roots.map((message) => ({ message })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    all.push(next);
    const above = toText(next.message.messageId);
    for (const message of toItems(next.message.children).reverse()) waiting.push({ message, above });
  }
  return all;
}

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const isByPerson = message.isCreatedByUser ?? message.sender === "User";
  const pieces = toItems(message.content).filter(({ type }) => type === "text");
  const written = pieces.flatMap(({ text }) => toText(text) ?? toText(toFields(text).value) ?? []);
  const files = [...toItems(message.files), ...toItems(message.attachments)];
  const text = appendFileNames(
    toText(message.text) ?? written.join("\n\n"),
    files.map(({ filename }) => toText(filename)),
  );
  if (!text) return undefined;
  const author = isByPerson ? "user" : "assistant";
  const model = isByPerson ? undefined : (toText(message.model) ?? toText(message.sender));
  return { author, text, createdAt: toTime(message.createdAt), model };
}
