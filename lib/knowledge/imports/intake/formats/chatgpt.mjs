// @ts-check
import { isFields, toFields, toItems, toMessage, toText, toTime } from "./definition.mjs";

/** @typedef {import("./definition.mjs").Fields} Fields */
/** @typedef {import("./definition.mjs").ImportedFile} ImportedFile */
/** @typedef {import("./definition.mjs").ImportedMessage} ImportedMessage */

// Placeholders for citations and widgets, delimited by private-use characters.
const MARKERS = /\uE200[^\uE200\uE201]*\uE201/g;
// Projects and GPTs are both "gizmos".
const PROJECT = /^g-p-/;
const GPT = /^g-(?!p-)/;

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
    const gizmos = [value.gizmo_id, value.conversation_template_id].flatMap((id) => toText(id) ?? []);
    const project = gizmos.find((id) => PROJECT.test(id));
    return {
      key: toText(value.conversation_id) ?? toText(value.id),
      title: toText(value.title),
      createdAt: toTime(value.create_time),
      nodes,
      current: value.current_node,
      project: project === undefined ? undefined : { key: project },
      assistant: gizmos.find((id) => GPT.test(id)),
    };
  },
  readRecord(value) {
    const gizmo = isFields(value.gizmo) ? value.gizmo : value;
    const key = toText(gizmo.id);
    if (!key?.startsWith("g-") || !isFields(gizmo.display)) return undefined;
    const { name, description, prompt_starters: questions } = gizmo.display;
    const about = {
      ...{ key, name: toText(name), description: toText(description) },
      instructions: toText(gizmo.instructions),
    };
    if (PROJECT.test(key)) return { project: { ...about, files: [] } };
    const starters = Array.isArray(questions) ? questions.flatMap((each) => toText(each) ?? []) : [];
    return { assistant: { ...about, questions: starters } };
  },
};

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const { role } = toFields(message.author);
  if (role !== "user" && role !== "assistant" && role !== "tool") return undefined;
  const metadata = toFields(message.metadata);
  // Skips tool calls and messages that ChatGPT hides.
  const recipient = toText(message.recipient) ?? "all";
  if (recipient !== "all" || metadata.is_visually_hidden_from_conversation === true) return undefined;
  const { text, files } = readContent(toFields(message.content));
  // A tool shows the pictures that it made, and says the rest to the model.
  if (role === "tool" && !files.some(({ id }) => id)) return undefined;
  return toMessage({
    author: role === "user" ? "user" : "assistant",
    text: role === "tool" ? "" : text,
    files: withAttachments(files, toItems(metadata.attachments)),
    createdAt: toTime(message.create_time),
    model: toText(metadata.model_slug),
  });
}

/**
 * Attachments repeat the files of the content, with their names.
 * @param {ImportedFile[]} files @param {Fields[]} attachments
 */
function withAttachments(files, attachments) {
  const attached = attachments.map(({ id, name }) => ({ id: toText(id), name: toText(name) }));
  const ids = new Set(attached.map(({ id }) => id));
  const others = files.filter(({ id }) => (id ? !ids.has(id) : attached.length === 0));
  return [...attached, ...others];
}

/** @param {Fields} content @returns {{ text: string, files: ImportedFile[] }} */
function readContent({ content_type: type, parts }) {
  if (type !== "text" && type !== "multimodal_text") return { text: "", files: [] };
  const texts = /** @type {string[]} */ ([]);
  const files = /** @type {ImportedFile[]} */ ([]);
  for (const part of Array.isArray(parts) ? parts : []) {
    const { content_type: kind, text, asset_pointer: pointer } = toFields(part);
    const written = toText(text);
    if (typeof part === "string") texts.push(part);
    else if (written) texts.push(written);
    else {
      const [name] = /image|audio|video/.exec(toText(kind) ?? "") ?? [];
      // Recordings of spoken messages are named only, because their words are in the text.
      if (name) files.push({ name, id: name === "image" ? toFileId(pointer) : undefined });
    }
  }
  return { text: texts.join("\n\n").replace(MARKERS, ""), files };
}

// The pointer is `file-service://file-abc` or `sediment://file_abc`.
const toFileId = (/** @type {unknown} */ pointer) => toText(pointer)?.replace(/^[a-z-]{1,20}:\/\//, "");
