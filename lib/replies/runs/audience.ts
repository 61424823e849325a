import type { Audience } from "@/db/chat-readers";
import { isOfVisitor } from "@/lib/identity/access/service";
import type * as queries from "./queries";
import type { HistoryRow } from "./queries/prompt-context";

type ReplyInput = queries.ReplyInput;
export type Asker = Pick<ReplyInput["message"], "userType">;
type AudienceInput = Pick<ReplyInput, "chat"> & { message: Asker };

export const TEAM = "The team";

const isReadOutside = ({ chat, message }: AudienceInput) => isOfVisitor(chat) || message.userType === "guest";

/**
 * Returns the audience of replies to a message: the person who asked and everybody who reads the chat. A reply must not
 * use anything that one of them may not see.
 * @param askedBy the author of the message, or the person who regenerates the reply
 */
export const getAudience = (material: AudienceInput, askedBy: number | null): Audience => ({
  groupId: material.chat.groupId,
  userId: isReadOutside(material) ? null : askedBy,
  chatId: material.chat.id,
});

/** Removes content that belongs to the group from the context when a person outside it reads the reply. */
export function redactForAudience(material: ReplyInput): ReplyInput {
  if (!isReadOutside(material)) return material;
  const { chat, message, authorName } = material;
  const off = { memo: null, canvas: null, globalMemory: false, inheritContextFromParent: false };
  return isOfVisitor(chat)
    ? { chat: { ...chat, ...off }, message, authorName: authorName && TEAM }
    : {
        chat: { ...chat, ...off, summary: null, compactedThroughId: null, searchInChat: false },
        message,
        authorName,
      };
}

/**
 * Filters the history for the audience. Visitors get the whole conversation with the team's names replaced; guests
 * get their own mails and the replies to them.
 */
export function filterHistory({ chat, message }: ReplyInput, rows: HistoryRow[]): HistoryRow[] {
  if (isOfVisitor(chat)) return rows.map((row) => (row.userType === "user" ? { ...row, name: TEAM } : row));
  if (message.userType !== "guest") return rows;
  const sender = getMailSender(message);
  const own = new Set(
    rows.filter((row) => row.userType === "guest" && getMailSender(row) === sender).map(({ id }) => id),
  );
  return rows.filter(
    ({ id, userType, replyingToId }) =>
      own.has(id) || (userType === "assistant" && replyingToId !== null && own.has(replyingToId)),
  );
}

const getMailSender = ({ extra }: Pick<HistoryRow, "extra">) =>
  (extra?.mail as { from?: string } | undefined)?.from;
