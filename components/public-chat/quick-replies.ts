/** One on a line of its own, or as an item of a list. */
const LINE = /^\s*(?:[-*]\s+)?\[\[([^[\]\n]{1,80})\]\]\s*$/;
/** What may become such a line while a reply is written. */
const BEGUN = /^\s*(?:[-*]?\s*\[?|(?:[-*]\s+)?\[\[[^[\]\n]{0,80}\]?)$/;
const LONGEST_LINE = 200;
const MOST = 10;

/**
 * The answers that a message offers at its end, `[[Yes]]` and `[[No]]` on
 * lines of their own, at most ten, and the text above them.
 * @param isBeingWritten Its last line may be incomplete
 */
export function quickReplies(message: string, isBeingWritten = false): { text: string; replies: string[] } {
  const replies: string[] = [];
  let text = message;
  const lastLine = () => text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - LONGEST_LINE));
  const dropLine = () => {
    text = text.slice(0, Math.max(0, text.lastIndexOf("\n"))).trimEnd();
  };
  if (isBeingWritten && text && BEGUN.test(lastLine())) dropLine();
  text = text.trimEnd();
  while (replies.length <= MOST) {
    const reply = LINE.exec(lastLine())?.[1]?.trim();
    if (!reply) return { text, replies };
    replies.unshift(reply);
    dropLine();
  }
  return { text: message, replies: [] };
}
