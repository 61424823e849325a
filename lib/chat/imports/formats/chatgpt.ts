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

/** What stands for footnotes and other things that only ChatGPT shows, in characters of its own. */
const MARKERS = /\uE200[^\uE200\uE201]*\uE201/g;

/** `conversations.json` of ChatGPT's data export: a tree of messages for each chat. */
export const chatgpt: ImportFormat = {
  recognizes: (value) => isFields(value.mapping) && ("current_node" in value || "create_time" in value),
  read(value) {
    const nodes = new Map<string, Branched<unknown>>();
    for (const [id, given] of Object.entries(fieldsOf(value.mapping))) {
      const { parent, message } = fieldsOf(given);
      nodes.set(id, { parent: textOf(parent), value: message });
    }
    return {
      key: textOf(value.conversation_id) ?? textOf(value.id),
      title: textOf(value.title),
      createdAt: timeOf(value.create_time),
      messages: branchTo(nodes, value.current_node).filter(isFields).flatMap(messageOf),
    };
  },
};

function messageOf(message: Fields): ImportedMessage[] {
  const author = fieldsOf(message.author).role;
  if (author !== "user" && author !== "assistant") return [];
  const metadata = fieldsOf(message.metadata);
  // What goes to a tool instead of to the reader, and what ChatGPT does not show either.
  const recipient = textOf(message.recipient) ?? "all";
  if (recipient !== "all" || metadata.is_visually_hidden_from_conversation === true) return [];
  const { text, files } = contentOf(fieldsOf(message.content));
  const attached = itemsOf(metadata.attachments).map(({ name }) => textOf(name));
  const whole = withFiles(text, attached.length > 0 ? attached : files);
  if (!whole) return [];
  return [
    { author, text: whole, createdAt: timeOf(message.create_time), model: textOf(metadata.model_slug) },
  ];
}

function contentOf({ content_type: type, parts }: Fields): { text: string; files: string[] } {
  if (type !== "text" && type !== "multimodal_text") return { text: "", files: [] };
  const texts: string[] = [];
  const files: string[] = [];
  for (const part of Array.isArray(parts) ? parts : []) {
    const { content_type: kind, text } = fieldsOf(part);
    if (typeof part === "string") texts.push(part);
    else if (textOf(text)) texts.push(text as string);
    else files.push(...(/image|audio|video/.exec(textOf(kind) ?? "") ?? []));
  }
  return { text: texts.join("\n\n").replace(MARKERS, ""), files };
}
