import * as events from "@/lib/chat/events/service";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import * as queries from "./queries";

/** Publishes that a chat appeared in people's lists, inside the transaction that adds it. */
export const publishAdded = (chatId: number, userIds: number[]) =>
  events.publish(...userIds.map((userId) => ({ chatId, userId, kind: "chat.added" as const, data: {} })));

/** Publishes which field of the chats changed, inside the transaction that changes it. */
export const publishUpdated = (chatIds: number[], field: string) =>
  events.publish(
    ...chatIds.map((chatId) => ({ chatId, kind: "chat.updated" as const, data: { fields: [field] } })),
  );

/**
 * Deletes a locked chat and notifies its members. Returns storage keys that the caller deletes after the transaction.
 */
export async function deleteLocked({ id, uuid }: { id: number; uuid: string }): Promise<string[]> {
  const userIds = await queries.listMemberIds({ chatId: id });
  const removed = { chatId: id, kind: "chat.removed" as const, data: { chat_uuid: uuid } };
  await events.publish(...userIds.map((userId) => ({ ...removed, userId })));
  return uncountUnreferencedFiles(await queries.deleteChat({ chatId: id }));
}
