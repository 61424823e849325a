import { type Branched, branchTo } from "./branch";
import {
  type Fields,
  type ImportedMessage,
  type ImportFormat,
  itemsOf,
  textOf,
  timeOf,
  withFiles,
} from "./definition";

/** The parent that Claude gives to the first message of a chat. */
const ROOT = "00000000-0000-4000-8000-000000000000";

/** `conversations.json` of Claude's data export: the messages of each chat in their order. */
export const claude: ImportFormat = {
  recognizes: (value) => Array.isArray(value.chat_messages),
  read: (value) => ({
    key: textOf(value.uuid),
    title: textOf(value.name),
    createdAt: timeOf(value.created_at),
    messages: activeOf(itemsOf(value.chat_messages), value.current_leaf_message_uuid).flatMap(messageOf),
  }),
};

/** Newer exports say which message each one follows, where a chat has branches. */
function activeOf(messages: Fields[], leaf: unknown): Fields[] {
  if (!messages.every((message) => textOf(message.uuid) && textOf(message.parent_message_uuid)))
    return messages;
  const nodes = new Map<string, Branched<Fields>>();
  for (const message of messages) {
    const parent = message.parent_message_uuid as string;
    nodes.set(message.uuid as string, { parent: parent === ROOT ? undefined : parent, value: message });
  }
  return branchTo(nodes, leaf);
}

const AUTHORS: Record<string, ImportedMessage["author"]> = { human: "user", assistant: "assistant" };

function messageOf(message: Fields): ImportedMessage[] {
  const author = AUTHORS[String(message.sender)];
  if (!author) return [];
  // Thoughts and calls of tools are pieces of other types.
  const pieces = itemsOf(message.content).filter(({ type }) => type === "text");
  const text =
    pieces.flatMap((piece) => textOf(piece.text) ?? []).join("\n\n") || (textOf(message.text) ?? "");
  const files = [...itemsOf(message.attachments), ...itemsOf(message.files)];
  const whole = withFiles(
    text,
    files.map((file) => textOf(file.file_name)),
  );
  return whole ? [{ author, text: whole, createdAt: timeOf(message.created_at) }] : [];
}
