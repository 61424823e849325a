import { parseHTML } from "linkedom";
import { DOMParser, DOMSerializer, type Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { readDocument } from "./document";
import { schema } from "./schema";

const { document } = parseHTML("<html><body></body></html>");

function copy(doc: Node): string {
  const box = document.createElement("div");
  DOMSerializer.fromSchema(schema).serializeFragment(
    doc.content,
    { document: document as never },
    box as never,
  );
  return box.innerHTML;
}

function paste(html: string): Node {
  const box = document.createElement("div");
  box.innerHTML = html;
  return DOMParser.fromSchema(schema).parse(box as never, { preserveWhitespace: true });
}

test.each([
  ["links", 'See [a](https://a.example "Title") and https://b.example.'],
  ["images", 'Look ![a *cat*](https://a.example/c.png "Title") here'],
  ["formulas in a line", "See $x^2$ and `code`."],
  ["formulas", "$$\n\\int x\n$$"],
  ["formulas in brackets", "\\[\n\\int x\n\\]"],
  ["blocks that are kept", "<b>bold</b>\n\n```js\nlet a;\n\nlet b;\n```"],
  ["ends of lines", "One\ntwo\\\nthree"],
  ["lists", "* a\n\n* b\n\n3) c\n4) d\n\n- [x] done"],
])("%s are pasted as they were copied", (_name, text) => {
  const { doc } = readDocument(text)!;
  expect(paste(copy(doc)).toJSON()).toEqual(doc.toJSON());
});

test("copied links have no address that opens, and pasted ones none that runs a script", () => {
  expect(copy(readDocument("[a](https://a.example)")!.doc)).not.toMatch(/ href=/);
  for (const link of [
    'href="javascript:alert(1)"',
    'data-href="java\nscript:alert(1)"',
    'href=" data:text/html,a"',
  ])
    expect(paste(`<p><a ${link}>a</a></p>`).firstChild!.firstChild!.marks).toEqual([]);
});
