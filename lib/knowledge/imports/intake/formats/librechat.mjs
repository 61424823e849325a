// @ts-check
import { isFields, toData, toFields, toItems, toMessage, toText, toTime } from "./definition.mjs";

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
    const options = toFields(value.options);
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
      project: readTag(value),
      assistant: toText(options.agent_id) ?? toText(options.presetId) ?? toText(value.agent_id),
    };
  },
  readRecord(value) {
    if (isFields(value.conversationId) || Array.isArray(value.messages)) return undefined;
    const key = toText(value.presetId) ?? toText(value.agent_id) ?? toText(value.id);
    const isAgent = key?.startsWith("agent_") && typeof value.instructions === "string";
    const isPreset = key !== undefined && key === value.presetId && "endpoint" in value;
    if (!key || (!isAgent && !isPreset)) return undefined;
    const starters = Array.isArray(value.conversation_starters) ? value.conversation_starters : [];
    return {
      assistant: {
        ...{ key, name: toText(value.name) ?? toText(value.title) ?? toText(value.modelLabel) },
        description: toText(value.description),
        instructions: toText(value.instructions) ?? toText(value.promptPrefix) ?? toText(value.system),
        model: toText(value.model),
        questions: starters.flatMap((each) => toText(each) ?? []),
      },
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
  const text = toText(message.text) ?? written.join("\n\n");
  const pictures = toItems(toItems(message.content).map((part) => part.image_file));
  const files = [...toItems(message.files), ...toItems(message.attachments), ...pictures].map(readFile);
  const author = isByPerson ? "user" : "assistant";
  const model = isByPerson ? undefined : (toText(message.model) ?? toText(message.sender));
  return toMessage({ author, text, files, createdAt: toTime(message.createdAt), model });
}

/** @param {Fields} file @returns {import("./definition.mjs").ImportedFile} */
const readFile = ({ filename, file_id: id, filepath, text }) => ({
  name: toText(filename),
  id: toText(id),
  text: toText(text),
  data: toData(filepath),
});

/**
 * LibreChat groups chats by tags, its bookmarks.
 * @param {Fields} chat
 */
function readTag({ tags, options }) {
  const all = Array.isArray(tags) ? tags : toFields(options).tags;
  const tag = Array.isArray(all) ? all.find((each) => toText(each)) : undefined;
  return tag === undefined ? undefined : { key: `tag:${tag}`, name: String(tag) };
}
