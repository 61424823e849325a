import * as queries from "./queries";

/**
 * Returns true if a chat, assistant, task or user of the group has the name. Locks the group's names until commit, so
 * call this in the transaction that assigns the name.
 */
export async function isMentionTaken(groupId: string, name: string): Promise<boolean> {
  await queries.lockNames({ groupId });
  return queries.isTaken({ groupId, name });
}
