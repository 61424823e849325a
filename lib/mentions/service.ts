import * as queries from "./queries";

/**
 * Is `@name` in use in the group, by a chat, an assistant or a person? Call it
 * in the transaction that gives the name: two cannot take it at once.
 */
export async function isMentionTaken(groupId: string, name: string): Promise<boolean> {
  await queries.lockNames({ groupId });
  return queries.isTaken({ groupId, name });
}

/** The names that a text mentions, in order, each once. An address such as `a@b` mentions nobody. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@.])@([a-z][a-z0-9_-]{1,63})(?![\w@])/gi)].map(([, name]) =>
    name!.toLowerCase(),
  );
  return [...new Set(names)];
}
