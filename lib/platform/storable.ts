/** A text without what PostgreSQL refuses: NUL goes, lone halves of characters become U+FFFD. */
export const storable = (text: string): string => {
  const kept = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return kept.isWellFormed() ? kept : kept.toWellFormed();
};
