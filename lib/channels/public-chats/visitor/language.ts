import * as messages from "@/lib/chat/messages/service";
import { loadTexts } from "@/lib/platform/words/catalogue";
import { type Language, parseLanguage } from "@/lib/platform/words/languages";
import * as present from "../present";
import type { PublicVisitor } from "../sessions";

export const getLanguage = ({ session }: PublicVisitor, asked: Language | undefined): Language =>
  parseLanguage(session.language) ?? asked ?? "en";

/**
 * Exports the visitor's conversation as text, page by page, with replies below their questions.
 * @param asked the browser's language
 */
export async function* exportConversation(
  visitor: PublicVisitor,
  asked: Language | undefined,
): AsyncIterable<string> {
  const { chat, conversation } = visitor;
  const { you, assistant, team } = await loadTexts(getLanguage(visitor, asked), "visitor");
  const authors = { guest: you, assistant, team };
  yield `${chat.name}\n\n`;
  if (!conversation) return;
  for await (const rows of messages.streamThread(conversation.id)) {
    for (const row of rows) {
      const visitorMessage = present.toVisitorMessage(row, chat.uuid);
      if (!visitorMessage) continue;
      const files = (visitorMessage.attachments ?? []).map(({ file_name }) => `\n[${file_name}]`).join("");
      const said = visitorMessage.message || (visitorMessage.error ?? "");
      yield `${authors[visitorMessage.role]} (${visitorMessage.created_at}):\n${said}${files}\n\n`;
    }
  }
}
