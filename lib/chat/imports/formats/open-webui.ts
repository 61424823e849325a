import { type Branched, branchTo } from "./branch";
import {
  type Fields,
  fieldsOf,
  type ImportedMessage,
  type ImportFormat,
  isFields,
  itemsOf,
  textOf,
  timeOf,
  withFiles,
} from "./definition";

/** Thoughts and calls of tools, which Open WebUI folds away. */
const FOLDED = /<details\s+type="(?:reasoning|tool_calls|code_interpreter)"[^>]*>.*?<\/details>\s*/gs;

/** "Export chats" of Open WebUI: a tree of messages for each chat, or in old versions a list. */
export const openWebUi: ImportFormat = {
  recognizes: (value) => isChat(value.chat) || isChat(value),
  read(value) {
    const chat = fieldsOf(value.chat ?? value);
    return {
      key: textOf(value.id) ?? textOf(chat.id),
      title: textOf(value.title) ?? textOf(chat.title),
      createdAt: timeOf(value.created_at) ?? timeOf(chat.timestamp),
      messages: activeOf(chat).flatMap(messageOf),
    };
  },
};

const isChat = (value: unknown): boolean => {
  if (!isFields(value)) return false;
  if (isFields(value.history)) return isFields(value.history.messages);
  return Array.isArray(value.messages) && Array.isArray(value.models);
};

function activeOf(chat: Fields): Fields[] {
  const { messages, currentId } = fieldsOf(chat.history);
  const nodes = new Map<string, Branched<Fields>>();
  for (const [id, message] of Object.entries(fieldsOf(messages)))
    if (isFields(message)) nodes.set(id, { parent: textOf(message.parentId), value: message });
  return nodes.size > 0 ? branchTo(nodes, currentId) : itemsOf(chat.messages);
}

function messageOf(message: Fields): ImportedMessage[] {
  const { role: author, content, files, timestamp, model } = message;
  if (author !== "user" && author !== "assistant") return [];
  const pieces = itemsOf(content).flatMap((piece) => textOf(piece.text) ?? []);
  const written = (textOf(content) ?? pieces.join("\n\n")).replace(FOLDED, "");
  const names = itemsOf(files).map((file) => textOf(file.name) ?? textOf(file.type));
  const text = withFiles(written, names);
  return text ? [{ author, text, createdAt: timeOf(timestamp), model: textOf(model) }] : [];
}
