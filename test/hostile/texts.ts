/** Message texts at the limit of 100,000 characters that are as expensive to render as possible. */
export type HostileText = { name: string; make: () => string };

const MAX_CHARACTERS = 100_000;
const fill = (piece: string, before = "") =>
  (before + piece.repeat(Math.ceil(MAX_CHARACTERS / piece.length))).slice(0, MAX_CHARACTERS);
const text = (name: string, piece: string, before?: string): HostileText => ({
  name,
  make: () => fill(piece, before),
});

export const hostileTexts: HostileText[] = [
  text("a table of 50,000 cells", "|a", "|a|b|\n|-|-|\n"),
  text("tables of one row", "|a|b|\n|-|-|\n"),
  text("headings", "# a\n"),
  text("items of lists", "- [x] a\n"),
  text("lists within each other in one line", "- "),
  text("quotes within each other", ">"),
  text("emphasis that never ends", "***a"),
  text("emphasis beside ideographs", "**字"),
  text("links that never end", "[a]("),
  text("brackets", "["),
  text("pictures within links", "[![a](b)](c) "),
  text("addresses of mail", "a@b.c "),
  text("web addresses", "http://a.b "),
  text("names of servers without an end", "www.-"),
  text("footnotes", "[^a]: b\n"),
  text("definitions of links", "[a]: b\n"),
  text("beginnings of formulas", "\\["),
  text("formulas", "$a$ "),
  text("formulas on lines of their own", "$$\na\n$$\n\n"),
  text("entities", "&amp;"),
  text("code", "`a` "),
  text("fences", "```\n"),
  text("empty lines", "\n"),
  text("prose", "Some **bold** words, a [link](https://example.com) and `code`.\n\n"),
  text("one word", "a"),
  text("ideographs", "字"),
];
