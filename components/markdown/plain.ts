export const MARKS =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)|^[ \t]*\|?[ \t]*:?-{3,}[ \t|:-]*$|^[ \t]*```.*$|\||[*`]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|!?\[(?=[^\]]*\]\()|\]\([^)]*\)/gmu;

export const stripMarkdown = (text: string, longest: number): string =>
  text
    .slice(0, longest * 2)
    .replace(/<br\s{0,9}\/?>/gi, " ")
    .replace(MARKS, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
