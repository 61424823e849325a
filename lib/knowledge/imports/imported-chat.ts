import type { StoredAttachment } from "@/db/schema/messages";
import { nameFrom } from "@/lib/chat/chats/service";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { toStorableText } from "@/lib/platform/storable-text";
import type { ImportedFile } from "./imported-file";
import type { ChatPiece, MessagePiece, PreviousPiece } from "./intake/read-export.mjs";
import { IMPORT_SOURCES, type ImportSource } from "./operations";

const MAX_NAME_CHARACTERS = 200;
const MAX_PROJECT_NAME_CHARACTERS = 100;
const MAX_MODEL_CHARACTERS = 100;

export type RawChat = ChatPiece["chat"] & {
  messages: (MessagePiece["message"] & { previous: PreviousPiece["previous"][]; files: ImportedFile[] })[];
};

type ImportedReply = { text: string; createdAt: Date; model?: string };
export type ImportedMessage = ImportedReply & {
  author: "user" | "assistant";
  /** Index of the first version of this question, where it has several. */
  versionOf?: number;
  /** Index of the version of a question that this message is hidden with. */
  asideWith?: number;
  /** Replies that this one replaced. */
  previous?: ImportedReply[];
  files?: ImportedFile[];
  // The files that were stored.
  attachments?: StoredAttachment[];
};

export type ImportedChat = {
  key: string;
  name: string;
  createdAt: Date;
  source: ImportSource;
  messages: ImportedMessage[];
  /** Messages of other branches that were too many. */
  leftOut?: number;
  project?: { key: string; name: string };
  assistantKey?: string;
};

export function toChat({ source, title, createdAt, messages, ...chat }: RawChat): ImportedChat {
  const { key, leftOut, project, assistant } = chat;
  return {
    ...{ key, source, name: chooseName(title, messages), createdAt: new Date(createdAt), leftOut },
    project: project && toProject(source, project),
    assistantKey: assistant,
    messages: messages.map(({ author, versionOf, asideWith, previous, files, ...reply }) => ({
      ...{ author, versionOf, asideWith, files, ...toReply(reply) },
      previous: previous.map(toReply),
    })),
  };
}

// Most exports have only the id of a project; the end of it keeps several apart.
const toProject = (source: ImportSource, { key, name }: { key: string; name: string | undefined }) => ({
  key,
  name:
    toTitle(name).slice(0, MAX_PROJECT_NAME_CHARACTERS).toWellFormed() ||
    `${IMPORT_SOURCES[source].name} project ${key.slice(-4).replace(/[^\w]/g, "")}`,
});

const toReply = ({ text, createdAt, model }: Omit<PreviousPiece["previous"], "author">): ImportedReply => ({
  text: toStorableText(text),
  createdAt: new Date(createdAt),
  model: model && toStorableText(model).slice(0, MAX_MODEL_CHARACTERS),
});

export const listTexts = ({ messages }: ImportedChat): string[] =>
  messages.flatMap(({ text, previous = [] }) => [text, ...previous.map((reply) => reply.text)]);

export function toTitle(title = ""): string {
  const line = toPlainName(toStorableText(title))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed();
  return hasVisibleCharacter(line) ? line : "";
}

function chooseName(title: string | undefined, messages: RawChat["messages"]): string {
  const first = messages.find(({ author }) => author === "user") ?? messages[0]!;
  return toTitle(title) || toTitle(nameFrom(first.text)) || "Imported chat";
}
