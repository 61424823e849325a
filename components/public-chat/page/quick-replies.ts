// Quick reply on a line of its own, optionally as a list item.
const LINE = /^\s*(?:[-*]\s+)?\[\[([^[\]\n]{1,80})\]\]\s*$/;
// Incomplete line of a streaming reply that may become a quick reply.
const BEGUN = /^\s*(?:[-*]?\s*\[?|(?:[-*]\s+)?\[\[[^[\]\n]{0,80}\]?)$/;
const MAX_LINE_LENGTH = 200;
const MAX_QUICK_REPLIES = 10;

/**
 * Parses the quick replies at the end of a message, such as `[[Yes]]` and `[[No]]` on lines of their own, at most
 * ten. Returns them and the text above.
 * @param isBeingWritten The last line may be incomplete
 */
export function parseQuickReplies(
  message: string,
  isBeingWritten = false,
): { text: string; replies: string[] } {
  const replies: string[] = [];
  let text = message;
  const lastLine = () => text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - MAX_LINE_LENGTH));
  const dropLine = () => {
    text = text.slice(0, Math.max(0, text.lastIndexOf("\n"))).trimEnd();
  };
  if (isBeingWritten && text && BEGUN.test(lastLine())) dropLine();
  text = text.trimEnd();
  while (replies.length <= MAX_QUICK_REPLIES) {
    const reply = LINE.exec(lastLine())?.[1]?.trim();
    if (!reply) return { text, replies };
    replies.unshift(reply);
    dropLine();
  }
  return { text: message, replies: [] };
}
