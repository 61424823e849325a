import * as queries from "./queries";

/**
 * Is `@name` in use in the group, by a chat, an assistant, a task or a person? Call it
 * in the transaction that gives the name: two cannot take it at once.
 */
export async function isMentionTaken(groupId: string, name: string): Promise<boolean> {
  await queries.lockNames({ groupId });
  return queries.isTaken({ groupId, name });
}
