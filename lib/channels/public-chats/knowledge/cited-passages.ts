import * as messages from "@/lib/chat/messages/service";
import { type DownloadConditions, openDownload } from "@/lib/knowledge/documents/service";
import { type Cited, findPublicPassage } from "@/lib/knowledge/search/service";
import { AppError } from "@/lib/platform/errors";
import type { PublicVisitor } from "../sessions";
import { listCitations } from "./list-citations";
import * as queries from "./queries";

type CitationKey = { message_id: number; n: number };

const gone = () =>
  new AppError("not_found", "This source has changed, or it is no longer available to visitors.");

/**
 * Returns the current text of a cited chunk.
 * @throws AppError not_found
 */
export async function getPassage(visitor: PublicVisitor, { message_id, n }: CitationKey) {
  const { found, opensFile } = await look(visitor, { message_id, n });
  const url = `/api/v1/public/chats/${visitor.chat.uuid}/messages/${message_id}/citations/${n}/content`;
  const { title, page, text } = found;
  return { n, title, page, text, file_url: opensFile ? url : null };
}

/**
 * Returns the file of a cited chunk.
 * @throws AppError not_found, also when visitors may not open files
 */
export async function getFile(visitor: PublicVisitor, which: CitationKey, conditions?: DownloadConditions) {
  const { cited, opensFile } = await look(visitor, which);
  if (!opensFile) throw gone();
  return openDownload(visitor.chat.groupId, cited.documentId, conditions);
}

// Checks access at each request, because the public chat's settings may have changed since the reply.
async function look({ chat, conversation }: PublicVisitor, { message_id, n }: CitationKey) {
  const [row] = await messages.listRows([message_id]);
  const isTheirs = conversation && row?.message.chatId === conversation.id;
  const cited = isTheirs ? listCitations(row.message).find((each) => each.n === n) : undefined;
  if (!cited || !conversation) throw gone();
  const place: Cited = { documentId: cited.document_id, start: cited.start, length: cited.length };
  const [found, opensFiles] = await Promise.all([
    findPublicPassage({
      cited: place,
      visitor: { groupId: chat.groupId, conversationId: conversation.id, publicChatId: chat.id },
    }),
    queries.canOpenFiles({ chatId: chat.id }),
  ]);
  if (!found) throw gone();
  // Documents of the conversation are visible to its visitor anyway.
  return { found, cited: place, opensFile: opensFiles || found.is_own };
}
