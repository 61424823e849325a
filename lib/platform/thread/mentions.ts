/** Matches a mention such as `@ada`, but no part of an address such as `a@b`. */
export const MENTION = /(?<![\w@.])@([a-z][a-z0-9_-]{1,63})(?![\w@])/gi;

/** Returns the distinct mentioned names in order, in lower case. */
export const parseMentions = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, name]) => name!.toLowerCase())),
];
