// @ts-check
import { toChain, toFields, toItems, toMessage, toText, toTime } from "./definition.mjs";

/** @typedef {import("./definition.mjs").Fields} Fields */
/** @typedef {import("./definition.mjs").ImportedMessage} ImportedMessage */

// Parent id of the first message of a chat.
const ROOT = "00000000-0000-4000-8000-000000000000";

/**
 * `conversations.json` of Claude's data export: a list of messages per chat.
 * @type {import("./definition.mjs").ImportFormat}
 */
export const claude = {
  recognizes: (value) => Array.isArray(value.chat_messages),
  read: (value) => ({
    key: toText(value.uuid),
    title: toText(value.name),
    createdAt: toTime(value.created_at),
    nodes: readNodes(toItems(value.chat_messages)),
    current: value.current_leaf_message_uuid,
    project: readProject(value),
  }),
  readRecord(value) {
    const key = toText(value.uuid);
    if (!key || !Array.isArray(value.docs) || !("prompt_template" in value)) return undefined;
    const files = toItems(value.docs).map(({ filename, content }) => ({
      ...{ name: toText(filename), text: toText(content) },
    }));
    return {
      project: {
        ...{ key, name: toText(value.name), description: toText(value.description), files },
        instructions: toText(value.prompt_template),
      },
    };
  },
};

function readProject(/** @type {Fields} */ { project, project_uuid: uuid }) {
  const key = toText(toFields(project).uuid) ?? toText(uuid);
  return key === undefined ? undefined : { key, name: toText(toFields(project).name) };
}

/**
 * Newer exports name each message's parent in chats with branches.
 * @param {Fields[]} messages
 */
function readNodes(messages) {
  const nodes = new Map();
  for (const message of messages) {
    const id = toText(message.uuid);
    const parent = toText(message.parent_message_uuid);
    if (!id || !parent) return toChain(messages.map(readMessage));
    nodes.set(id, { parent: parent === ROOT ? undefined : parent, message: readMessage(message) });
  }
  return nodes;
}

/** @type {Map<unknown, ImportedMessage["author"]>} */
const AUTHORS = new Map([
  ["human", "user"],
  ["assistant", "assistant"],
]);

/** @param {Fields} message @returns {ImportedMessage | undefined} */
function readMessage(message) {
  const author = AUTHORS.get(message.sender);
  if (!author) return undefined;
  // Thinking and tool calls are content blocks of other types.
  const pieces = toItems(message.content).filter(({ type }) => type === "text");
  const text =
    pieces.flatMap((piece) => toText(piece.text) ?? []).join("\n\n") || (toText(message.text) ?? "");
  const attached = toItems(message.attachments).map(({ file_name: name, extracted_content: content }) => ({
    // A long text that was pasted has no name.
    ...{ name: toText(name) ?? "pasted.txt", text: toText(content) },
  }));
  const files = toItems(message.files).map(({ file_name: name, file_uuid: id }) => ({
    ...{ name: toText(name), id: toText(id) ?? toText(name) },
  }));
  return toMessage({ author, text, files: [...attached, ...files], createdAt: toTime(message.created_at) });
}
