import type { Audience } from "@/db/audience";
import { isOfVisitor } from "@/lib/identity/access/service";
import type * as queries from "./queries";
import type { HistoryRow } from "./queries/context";

type Material = queries.Material;
/** What of a message says whether somebody outside of the group asks. */
export type Asker = Pick<Material["message"], "userType">;
type Asked = Pick<Material, "chat"> & { message: Asker };

/** What the people of a group are called where a visitor reads along. */
export const TEAM = "The team";

/** Who reads a reply is not of the group alone: a visitor does, or a guest whom it is mailed to. */
const isReadOutside = ({ chat, message }: Asked) => isOfVisitor(chat) || message.userType === "guest";

/**
 * For whose eyes replies to a message are: whoever asked for them and all who
 * read its chat. A reply draws on nothing that one of them may not see.
 * @param askedBy who sent the message, or had it replied to again
 */
export const audienceOf = (material: Asked, askedBy: number | null): Audience => ({
  groupId: material.chat.groupId,
  userId: isReadOutside(material) ? null : askedBy,
  chatId: material.chat.id,
});

/** A chat and a message as a reply to it may know them: where somebody outside reads it, without what is the group's own. */
export function knownTo(material: Material): Material {
  if (!isReadOutside(material)) return material;
  const { chat, message, authorName } = material;
  const off = { memo: null, canvas: null, globalMemory: false, inheritContextFromParent: false };
  return isOfVisitor(chat)
    ? { chat: { ...chat, ...off }, message, authorName: authorName && TEAM }
    : { chat: { ...chat, ...off, summary: null, searchInChat: false }, message, authorName };
}

/**
 * What of a chat's messages a reply to one of them may know. In the conversation
 * of a visitor that is all, without names of the team; a guest has read what
 * they have mailed and what was replied to that.
 */
export function historyFor({ chat, message }: Material, rows: HistoryRow[]): HistoryRow[] {
  if (isOfVisitor(chat)) return rows.map((row) => (row.userType === "user" ? { ...row, name: TEAM } : row));
  if (message.userType !== "guest") return rows;
  const sender = senderOf(message);
  const own = new Set(
    rows.filter((row) => row.userType === "guest" && senderOf(row) === sender).map(({ id }) => id),
  );
  return rows.filter(
    ({ id, userType, replyingToId }) =>
      own.has(id) || (userType === "assistant" && replyingToId !== null && own.has(replyingToId)),
  );
}

const senderOf = ({ extra }: Pick<HistoryRow, "extra">) =>
  (extra?.mail as { from?: string } | undefined)?.from;
