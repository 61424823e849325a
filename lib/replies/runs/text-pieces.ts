/** Maximum UTF-16 units per stored chunk and event, which bounds the memory that a slow reader occupies. */
export const MAX_PIECE_LENGTH = 64 * 1024;

/** Splits text into chunks of at most `MAX_PIECE_LENGTH` without splitting surrogate pairs. */
export function* cutText(text: string): Iterable<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + MAX_PIECE_LENGTH;
    const isAstral = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const piece = text.slice(at, isAstral ? end - 1 : end);
    at += piece.length;
    yield piece;
  }
}
