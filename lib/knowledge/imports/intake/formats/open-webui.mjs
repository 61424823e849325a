// @ts-check
import { appendFileNames, isFields, toChain, toFields, toItems, toText, toTime } from "./definition.mjs";

/** @typedef {import("./definition.mjs").Fields} Fields */
/** @typedef {import("./definition.mjs").ImportedMessage} ImportedMessage */

// Start of a collapsed block of reasoning or tool calls.
const FOLD_START = /<details\s{1,20}type="(?:reasoning|tool_calls|code_interpreter)"[^<>]*>/g;
const FOLD_END = "</details>";

/**
 * "Export chats" of Open WebUI: a message tree per chat, or a list in old versions.
 * @type {import("./definition.mjs").ImportFormat}
 */
export const openWebUi = {
  recognizes: (value) => isChat(value.chat) || isChat(value),
  read(value) {
    const chat = toFields(value.chat ?? value);
    return {
      key: toText(value.id) ?? toText(chat.id),
      title: toText(value.title) ?? toText(chat.title),
      createdAt: toTime(value.created_at) ?? toTime(chat.timestamp),
      nodes: readNodes(chat),
      current: toFields(chat.history).currentId,
    };
  },
};

function isChat(/** @type {unknown} */ value) {
  if (!isFields(value)) return false;
  if (isFields(value.history)) return isFields(value.history.messages);
  return Array.isArray(value.messages) && Array.isArray(value.models);
}

function readNodes(/** @type {Fields} */ chat) {
  const { messages } = toFields(chat.history);
  const nodes = new Map();
  for (const [id, message] of Object.entries(toFields(messages)))
    if (isFields(message)) nodes.set(id, { parent: toText(message.parentId), message: readMessage(message) });
  return nodes.size > 0 ? nodes : toChain(toItems(chat.messages).map(readMessage));
}

/**
 * Runs in linear time. A single regular expression for whole blocks would rescan the text from every opening tag.
 * @param {string} text
 */
function removeFolds(text) {
  let result = "";
  let from = 0;
  for (const start of text.matchAll(FOLD_START)) {
    if (start.index < from) continue;
    const end = text.indexOf(FOLD_END, start.index);
    if (end < 0) break;
    result += text.slice(from, start.index);
    from = end + FOLD_END.length;
    while (/\s/.test(text.charAt(from))) from++;
  }
  return result + text.slice(from);
}

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const { role: author, content, files, timestamp, model } = message;
  if (author !== "user" && author !== "assistant") return undefined;
  const pieces = toItems(content).flatMap((piece) => toText(piece.text) ?? []);
  const written = removeFolds(toText(content) ?? pieces.join("\n\n"));
  const names = toItems(files).map((file) => toText(file.name) ?? toText(file.type));
  const text = appendFileNames(written, names);
  return text ? { author, text, createdAt: toTime(timestamp), model: toText(model) } : undefined;
}
