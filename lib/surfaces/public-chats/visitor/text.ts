import * as messages from "@/lib/chat/messages/service";
import * as present from "../present";
import type { ChatRow } from "../queries";
import type { PublicVisitor } from "../sessions";

const AUTHORS = { guest: "You", assistant: "Assistant", team: "Team" };

/** The visitor's conversation as text, page by page, replies below their questions. */
export const exported = ({ chat, conversation }: PublicVisitor): AsyncIterable<string> =>
  lines(chat, conversation?.id);

async function* lines({ uuid, name }: ChatRow, chatId: number | undefined): AsyncIterable<string> {
  yield `${name}\n\n`;
  if (chatId === undefined) return;
  for await (const rows of messages.wholeThread(chatId)) {
    for (const row of rows) {
      const shown = present.message(row, uuid);
      if (!shown) continue;
      const files = (shown.attachments ?? []).map(({ file_name }) => `\n[${file_name}]`).join("");
      const said = shown.message || (shown.error ?? "");
      yield `${AUTHORS[shown.role]} (${shown.created_at}):\n${said}${files}\n\n`;
    }
  }
}
