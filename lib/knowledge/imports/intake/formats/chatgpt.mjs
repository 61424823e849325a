// @ts-check
import { appendFileNames, isFields, toFields, toItems, toText, toTime } from "./definition.mjs";

/** @typedef {import("./definition.mjs").Fields} Fields */
/** @typedef {import("./definition.mjs").ImportedMessage} ImportedMessage */

// Placeholders for citations and widgets, delimited by private-use characters.
const MARKERS = /\uE200[^\uE200\uE201]*\uE201/g;

/**
 * `conversations.json` of ChatGPT's data export: a message tree per chat.
 * @type {import("./definition.mjs").ImportFormat}
 */
export const chatgpt = {
  recognizes: (value) => isFields(value.mapping) && ("current_node" in value || "create_time" in value),
  read(value) {
    const nodes = new Map();
    for (const [id, node] of Object.entries(toFields(value.mapping))) {
      const { parent, message } = toFields(node);
      nodes.set(id, {
        parent: toText(parent),
        message: isFields(message) ? readMessage(message) : undefined,
      });
    }
    return {
      key: toText(value.conversation_id) ?? toText(value.id),
      title: toText(value.title),
      createdAt: toTime(value.create_time),
      nodes,
      current: value.current_node,
    };
  },
};

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const author = toFields(message.author).role;
  if (author !== "user" && author !== "assistant") return undefined;
  const metadata = toFields(message.metadata);
  // Skips tool calls and messages that ChatGPT hides.
  const recipient = toText(message.recipient) ?? "all";
  if (recipient !== "all" || metadata.is_visually_hidden_from_conversation === true) return undefined;
  const { text, files } = readContent(toFields(message.content));
  const attached = toItems(metadata.attachments).map(({ name }) => toText(name));
  const whole = appendFileNames(text, attached.length > 0 ? attached : files);
  if (!whole) return undefined;
  return { author, text: whole, createdAt: toTime(message.create_time), model: toText(metadata.model_slug) };
}

/** @param {Fields} content @returns {{ text: string, files: string[] }} */
function readContent({ content_type: type, parts }) {
  if (type !== "text" && type !== "multimodal_text") return { text: "", files: [] };
  const texts = /** @type {string[]} */ ([]);
  const files = /** @type {string[]} */ ([]);
  for (const part of Array.isArray(parts) ? parts : []) {
    const { content_type: kind, text } = toFields(part);
    const written = toText(text);
    if (typeof part === "string") texts.push(part);
    else if (written) texts.push(written);
    else files.push(...(/image|audio|video/.exec(toText(kind) ?? "") ?? []));
  }
  return { text: texts.join("\n\n").replace(MARKERS, ""), files };
}
