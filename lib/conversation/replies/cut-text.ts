/** The longest piece of text that is stored as one row and sent as one event: who reads nothing holds no more. In characters. */
export const MAX_PIECE_LENGTH = 64 * 1024;

/** Cuts text into pieces of at most `MAX_PIECE_LENGTH`, and no character in two. */
export function* cutText(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + MAX_PIECE_LENGTH;
    const isAstral = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const piece = text.slice(at, isAstral ? end - 1 : end);
    at += piece.length;
    yield piece;
  }
}
