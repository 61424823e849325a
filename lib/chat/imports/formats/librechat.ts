import { type Branched, branchTo } from "./branch";
import {
  type Fields,
  fieldsOf,
  type ImportedMessage,
  type ImportFormat,
  itemsOf,
  textOf,
  timeOf,
  withFiles,
} from "./definition";

/** What LibreChat exports as JSON, a chat a file: its messages as a list or, "recursive", within each other. */
export const libreChat: ImportFormat = {
  recognizes: (value) =>
    typeof value.conversationId === "string" &&
    (Array.isArray(value.messages) || Array.isArray(value.messagesTree)),
  read(value) {
    const messages = listed(itemsOf(value.messages ?? value.messagesTree));
    const nodes = new Map<string, Branched<Fields>>();
    for (const [at, { message, above }] of messages.entries()) {
      const id = textOf(message.messageId) ?? `unnamed ${at}`;
      nodes.set(id, { parent: textOf(message.parentMessageId) ?? above, value: message });
    }
    const branch = branchTo(nodes, undefined);
    return {
      key: textOf(value.conversationId),
      title: textOf(value.title),
      createdAt: timeOf(value.createdAt) ?? timeOf(branch[0]?.createdAt),
      messages: branch.flatMap(messageOf),
    };
  },
};

/** All messages, each before those within it, with the id of the one that it is in. No recursion: it may be deep. */
function listed(roots: Fields[]): { message: Fields; above?: string }[] {
  const all: { message: Fields; above?: string }[] = [];
  const waiting = roots.map((message): (typeof all)[number] => ({ message })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    all.push(next);
    const above = textOf(next.message.messageId);
    for (const message of itemsOf(next.message.children).reverse()) waiting.push({ message, above });
  }
  return all;
}

function messageOf(message: Fields): ImportedMessage[] {
  const isByPerson = message.isCreatedByUser ?? message.sender === "User";
  const pieces = itemsOf(message.content).filter(({ type }) => type === "text");
  const written = pieces.flatMap(({ text }) => textOf(text) ?? textOf(fieldsOf(text).value) ?? []);
  const files = [...itemsOf(message.files), ...itemsOf(message.attachments)];
  const text = withFiles(
    textOf(message.text) ?? written.join("\n\n"),
    files.map(({ filename }) => textOf(filename)),
  );
  if (!text) return [];
  const author = isByPerson ? "user" : "assistant";
  const model = isByPerson ? undefined : (textOf(message.model) ?? textOf(message.sender));
  return [{ author, text, createdAt: timeOf(message.createdAt), model }];
}
