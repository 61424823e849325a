import * as events from "@/lib/chat/events/service";
import { unreferenced } from "@/lib/chat/files/service";
import * as queries from "./queries";

/** Tells people that a chat is new in their lists; called in the transaction that puts it there. */
export const noteAdded = (chatId: number, userIds: number[]) =>
  events.publish(...userIds.map((userId) => ({ chatId, userId, kind: "chat.added" as const, data: {} })));

/** Tells the members of chats which field of them changed; called in the transaction that changes it. */
export const noteUpdated = (chatIds: number[], field: string) =>
  events.publish(
    ...chatIds.map((chatId) => ({ chatId, kind: "chat.updated" as const, data: { fields: [field] } })),
  );

/**
 * Deletes a chat that the transaction has locked, and tells its members.
 * Answers the storage keys of its files, to be deleted after the transaction.
 */
export async function deleteLocked({ id, uuid }: { id: number; uuid: string }): Promise<string[]> {
  const userIds = await queries.memberIds({ chatId: id });
  const removed = { chatId: id, kind: "chat.removed" as const, data: { chat_uuid: uuid } };
  await events.publish(...userIds.map((userId) => ({ ...removed, userId })));
  return unreferenced(await queries.deleteChat({ chatId: id }));
}
