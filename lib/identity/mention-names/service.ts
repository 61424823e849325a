import * as queries from "./queries";

/**
 * Returns true when a chat, assistant, task or user of the group has the name. Call this in the transaction that
 * assigns it, which it locks against concurrent assignments.
 */
export async function isMentionTaken(groupId: string, name: string): Promise<boolean> {
  await queries.lockNames({ groupId });
  return queries.isTaken({ groupId, name });
}
