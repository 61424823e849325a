import { createHash } from "node:crypto";
import { nameFrom } from "@/lib/chat/chats/service";
import { storable } from "@/lib/platform/storable";
import type { ImportSource } from "./contract";
import type { Conversation, ImportedMessage } from "./formats/definition";

/** Of a message, in characters: far more than people read, and few enough to be shown. */
const LONGEST = 200_000;
const LONGEST_NAME = 200;
const LONGEST_KEY = 200;
const CUT = `\n\n[The rest of this message is longer than ${LONGEST.toLocaleString("en")} characters and was not imported.]`;

/** A chat as it is stored. */
export type Chat = {
  key: string;
  name: string;
  createdAt: Date;
  source: ImportSource;
  messages: (ImportedMessage & { createdAt: Date })[];
};

/**
 * A chat of another product, fit to be stored: with a name, a key that is the
 * same each time, and a time for each message. Undefined without messages.
 * @param text The whole chat as its file has it
 */
export function cleaned(source: ImportSource, conversation: Conversation, text: string): Chat | undefined {
  const messages = conversation.messages.map((message) => ({ ...message, text: fitting(message.text) }));
  if (messages.length === 0) return undefined;
  let at = conversation.createdAt ?? messages.find(({ createdAt }) => createdAt)?.createdAt ?? new Date();
  const createdAt = at;
  return {
    key: keyOf(source, conversation.key, text),
    name: nameOf(conversation.title, messages),
    createdAt,
    source,
    messages: messages.map((message) => {
      // Where a time is missing, that of the message before.
      at = message.createdAt ?? at;
      return { ...message, createdAt: at, model: message.model && storable(message.model).slice(0, 100) };
    }),
  };
}

function fitting(text: string): string {
  const whole = storable(text);
  return whole.length > LONGEST ? whole.slice(0, LONGEST).toWellFormed() + CUT : whole;
}

function keyOf(source: ImportSource, key: string | undefined, text: string): string {
  const isUsable = key !== undefined && key.length <= LONGEST_KEY && storable(key) === key;
  return `${source}:${
    isUsable
      ? key
      : createHash("sha256")
          .update(key ?? text)
          .digest("hex")
  }`;
}

/** Invisible characters would make a name that nobody can click. */
const isVisible = (name: string) => /[^\p{C}\p{Z}\p{M}]/u.test(name);

/** What a chat is called there, in one line; empty for nothing that can be seen. */
export function titleOf(title = ""): string {
  const line = storable(title).replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME).toWellFormed();
  return isVisible(line) ? line : "";
}

function nameOf(title: string | undefined, messages: ImportedMessage[]): string {
  const first = messages.find(({ author }) => author === "user") ?? messages[0]!;
  return titleOf(title) || titleOf(nameFrom(first.text)) || "Imported chat";
}
