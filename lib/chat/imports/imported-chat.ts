import { nameFrom } from "@/lib/chat/chats/service";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { toStorableText } from "@/lib/platform/storable-text";
import type { ChatPiece, MessagePiece } from "./intake/read-export.mjs";
import type { ImportSource } from "./operations";

const MAX_NAME_CHARACTERS = 200;
const MAX_MODEL_CHARACTERS = 100;

export type RawChat = ChatPiece["chat"] & { messages: MessagePiece["message"][] };

export type ImportedChat = {
  key: string;
  name: string;
  createdAt: Date;
  source: ImportSource;
  messages: { author: "user" | "assistant"; text: string; createdAt: Date; model?: string }[];
};

export function toChat({ key, source, title, createdAt, messages }: RawChat): ImportedChat {
  return {
    ...{ key, source, name: chooseName(title, messages), createdAt: new Date(createdAt) },
    messages: messages.map((message) => ({
      author: message.author,
      text: toStorableText(message.text),
      createdAt: new Date(message.createdAt),
      model: message.model && toStorableText(message.model).slice(0, MAX_MODEL_CHARACTERS),
    })),
  };
}

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
