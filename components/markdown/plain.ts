/** The beginning of a text in one line, without the marks of Markdown. */
export const plain = (text: string, longest: number): string =>
  text
    .slice(0, longest * 2)
    .replace(/[#*`_>|~]+|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
