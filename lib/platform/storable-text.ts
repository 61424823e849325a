/** Removes characters that PostgreSQL rejects: NUL is dropped, and lone surrogates become U+FFFD. */
export const toStorableText = (text: string): string => {
  const kept = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return kept.isWellFormed() ? kept : kept.toWellFormed();
};
