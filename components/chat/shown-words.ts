/** What an open chat says, once for all of them. The server renders also what a page loads later for a message that has it. */
export const CHAT_WORDS = [
  "chat",
  "chatOutgoing",
  "chatReplies",
  "chooser",
  "comparison",
  "composer",
] as const;
