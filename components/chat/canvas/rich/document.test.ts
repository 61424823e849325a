import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { readDocument } from "./document";
import { parseBlocks } from "./parse";
import { nodes, schema } from "./schema";

const TEXT = `Setext heading
===

# Plan #

A line with *emphasis*, __strong__, ~~struck~~, \`code\`, [a link](https://example.com/a_b "Title"),
https://example.com/a_b?c=1 and <ada@example.com>, $x_1^2$ and \\(y\\), 1 < 2, a_b_c and 3 * 4.  
A hard break above.


* one
* two
    * nested

      with a paragraph
+ another list

1) first
2) second

- [ ] open
- [x] done

> A quote
>
> - with a list

| Name | Score |
|:-----|------:|
| Ada | 1 \\| 2 |
| *Bo* | a<br>b |

\`\`\`\`ts
const a = "\`\`\`";
\`\`\`\`

    indented code

$$
\\int x
$$

![A picture](https://example.com/a.png)

***

Last one`;

const read = (text: string) => readDocument(text)!;
const listTypes = (text: string) => parseBlocks(text)!.map(({ node }) => node.type.name);

// Replaces the text of the block at an index, as typing would.
function retype(doc: Node, at: number, text: string): Node {
  let pos = 0;
  for (let before = 0; before < at; before++) pos += doc.child(before).nodeSize;
  const { tr } = EditorState.create({ doc });
  return tr.replaceWith(pos + 1, pos + 1 + doc.child(at).content.size, schema.text(text)).doc;
}

test.each([
  ["all that the editor knows", TEXT],
  ["Windows line ends", TEXT.replaceAll("\n", "\r\n")],
  ["blank lines around it", `\n\n${TEXT}\n\n\n`],
  ["nothing", ""],
  ["only blank lines", "\n \n"],
  [
    "HTML, footnotes and definitions",
    "<b>bold</b>\n\nA note[^1]\n\n[^1]: Here\n\n[a]: https://a.example\n\n[a]\n",
  ],
  ["an unclosed fence", "```js\nlet a;\n"],
])("an untouched document with %s is written as it was, byte for byte", (_name, text) => {
  const { doc, write } = read(text);
  expect(write(doc)).toBe(text);
});

test("every kind of block that the editor knows can be edited", () => {
  expect(listTypes(TEXT)).not.toContain("source");
  expect(read(TEXT).hasKeptBlocks).toBe(false);
});

test.each([
  ["raw HTML", "<details>\n<summary>More</summary>\n</details>"],
  ["HTML in a line", "Press <kbd>Esc</kbd>"],
  ["a footnote", "A note[^1]\n\n[^1]: Here"],
  ["a definition of a link", "[a]: https://a.example"],
])("%s is kept as it is written", (_name, text) => {
  const { doc, hasKeptBlocks, write } = read(`Before\n\n${text}\n\nAfter`);
  expect(hasKeptBlocks).toBe(true);
  expect(write(retype(doc, 0, "Changed"))).toBe(`Changed\n\n${text}\n\nAfter`);
});

test("a changed block leaves all others as they were", () => {
  const { doc, write } = read(TEXT);
  const changed = retype(doc, doc.childCount - 1, "Another end");
  expect(write(changed)).toBe(TEXT.replace("Last one", "Another end"));
});

test("a block that is changed back is written as it was", () => {
  const { doc, write } = read("Setext\n===\n\nText");
  const changed = retype(doc, 0, "Other");
  expect(write(changed)).toBe("# Other\n\nText");
  expect(write(retype(changed, 0, "Setext"))).toBe("Setext\n===\n\nText");
});

test("each block is written anew as Markdown that is read as the same block", () => {
  const blocks = parseBlocks(TEXT)!;
  for (const { node } of blocks) {
    const fresh = schema.nodeFromJSON(nodes.doc.create(null, node).toJSON());
    const text = readDocument("")!.write(fresh);
    const again = readDocument(text)!;
    expect(again.doc.toJSON(), text).toEqual(fresh.toJSON());
  }
});

test.each([
  "*not emphasis*",
  "# not a heading",
  "1. not a list",
  "- not a list",
  "> not a quote",
  "[not](a link)",
  "[ ] brackets",
  "\\[1\\] and \\(2\\)",
  "costs $5 and $6",
  "$x$ is no formula",
  "<b>not HTML</b>",
  "&amp; and &#91;",
  "a | b",
  "`not code`",
  "https://example.com is text",
  "back\\slash*",
  "===",
  "+",
  "~~~",
])("the typed text %s stays text", (typed) => {
  const { doc, write } = read("x");
  const written = write(retype(doc, 0, typed));
  const again = readDocument(written)!.doc;
  expect(again.childCount).toBe(1);
  expect(again.firstChild!.type.name).toBe("paragraph");
  expect(again.textContent).toBe(typed);
});

test("ordinary sentences are written without escapes", () => {
  const typed = "It costs $5 (or 5 €), see [1] – 50 % of a_b & c!";
  const { doc, write } = read("x");
  expect(write(retype(doc, 0, typed))).toBe(typed);
});

test("empty paragraphs leave no trace, and two lists in a row stay two", () => {
  const { doc, write } = read("One\n\nTwo\n");
  const withEmpty = doc.copy(doc.content.addToEnd(nodes.paragraph.create()));
  expect(write(withEmpty)).toBe("One\n\nTwo\n");
  const list = () =>
    nodes.bullet_list.create(
      null,
      nodes.list_item.create(null, nodes.paragraph.create(null, schema.text("a"))),
    );
  const lists = nodes.doc.create(null, [list(), list()]);
  expect(readDocument(write(lists))!.doc.childCount).toBe(2);
});

test.each([
  ["a list", "- one\n\n  [a]: https://a.example\n- [a]\n"],
  ["a quote", "> See [a].\n>\n> [a]: https://a.example"],
])("%s with the definition of a link is kept as it is written", (_name, text) => {
  expect(listTypes(text)).toEqual(["source"]);
});

test.each([
  "> | a | b |\n> |---|---|\n> | 1 | 2 |",
  "- one\n-\n- ```\n  code\n  ```",
  "> Title\n> ===\n>\n> text",
])("%j can be edited", (text) => expect(listTypes(text)).not.toContain("source"));

test("the whole alternative text of an image is kept", () => {
  const written = "Look: ![a *very* [nice] `picture`](https://example.com/a.png)";
  const fresh = schema.nodeFromJSON(read(written).doc.toJSON());
  expect(read("").write(fresh)).toBe(written);
});

test("tasks without words stay tasks", () => {
  const { doc } = read("- [ ]\n- [x] done");
  const fresh = schema.nodeFromJSON(doc.toJSON());
  expect(doc.firstChild!.content.content.map(({ attrs }) => attrs.checked)).toEqual([false, true]);
  expect(read(readDocument("")!.write(fresh)).doc.toJSON()).toEqual(doc.toJSON());
  expect(read("- [ ]*a*").doc.firstChild!.firstChild!.attrs.checked).toBeNull();
});

test.each(["C #", "C ##", "#", "C#", "F * #"])("a heading keeps the text %s", (typed) => {
  const { doc, write } = read("# x");
  const again = readDocument(write(retype(doc, 0, typed)))!.doc;
  expect(again.firstChild!.type.name).toBe("heading");
  expect(again.textContent).toBe(typed);
});

test.each([
  ["- a\n\nBetween\n\n- b"],
  ["1. a\n\nBetween\n\n1. b"],
  ["- a\n\nBetween\n\n    code"],
  ["- a\n\nBetween\n\n  Text"],
  ["- a\n\nBetween\n\n  - b\n\n* c"],
])("blocks of %j stay apart when the one between is deleted", (text) => {
  const { doc, write } = read(text);
  const left = doc.content.content.filter((node) => node.textContent !== "Between");
  const again = read(write(nodes.doc.create(null, left))).doc;
  expect(again.content.content.map(({ type, textContent }) => [type.name, textContent])).toEqual(
    left.map(({ type, textContent }) => [type.name, textContent]),
  );
});
