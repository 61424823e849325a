// @ts-check
import { isFields, toChain, toData, toFields, toItems, toMessage, toText, toTime } from "./definition.mjs";

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
      project: readFolder(value),
      assistant: Array.isArray(chat.models) ? toText(chat.models[0]) : undefined,
    };
  },
  readRecord(value) {
    const key = toText(value.id);
    // Base models have no base of their own.
    if (!key || !toText(value.base_model_id) || !isFields(value.meta) || !isFields(value.params))
      return undefined;
    const { description, suggestion_prompts: prompts } = value.meta;
    return {
      assistant: {
        ...{ key, name: toText(value.name), description: toText(description) },
        ...{ instructions: toText(value.params.system), model: toText(value.base_model_id) },
        questions: toItems(prompts).flatMap(({ content }) => toText(content) ?? []),
      },
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

function readFolder(/** @type {Fields} */ { folder_id: id, folder }) {
  const key = toText(id) ?? toText(toFields(folder).id);
  return key === undefined ? undefined : { key, name: toText(toFields(folder).name) };
}

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const { role: author, content, files, timestamp, model } = message;
  if (author !== "user" && author !== "assistant") return undefined;
  const parts = toItems(content);
  const pieces = parts.flatMap((piece) => toText(piece.text) ?? []);
  const pictures = parts.flatMap((part) => {
    const url = toFields(part.image_url).url;
    return url === undefined ? [] : { name: "image", data: toData(url) };
  });
  return toMessage({
    ...{ author, text: removeFolds(toText(content) ?? pieces.join("\n\n")) },
    files: [...toItems(files).map(readFile), ...pictures],
    ...{ createdAt: toTime(timestamp), model: toText(model) },
  });
}

/** @param {Fields} item @returns {import("./definition.mjs").ImportedFile} */
function readFile(item) {
  const file = toFields(item.file);
  return {
    name: toText(item.name) ?? toText(file.filename) ?? toText(item.type),
    id: toText(item.id) ?? toText(file.id),
    text: toText(toFields(file.data).content) ?? toText(item.content),
    data: toData(item.url),
  };
}
