import { EditorState, TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { type ListKind, toggleCode, toggleList } from "./commands";
import { readDocument } from "./document";

function run(text: string, word: string, command: ReturnType<typeof toggleList>): string {
  const { doc, write } = readDocument(text)!;
  let pos = 0;
  doc.descendants((node, at) => {
    if (node.isText && node.text!.includes(word)) pos = at + node.text!.indexOf(word) + 1;
  });
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, pos) });
  command(state, (transaction) => {
    state = state.apply(transaction);
  });
  return write(state.doc);
}

test.each<[ListKind, string]>([
  ["task", "- outer\n  - [ ] inner"],
  ["ordered", "- outer\n  1. inner"],
])("making a nested list a %s list leaves the list around it", (kind, expected) => {
  expect(run("- outer\n  - inner", "inner", toggleList(kind))).toBe(expected);
});

test("a paragraph becomes a task", () => {
  expect(run("one", "one", toggleList("task"))).toBe("- [ ] one");
});

test("the lines of a paragraph are lines of code, and become lines of text again", () => {
  expect(run("one\ntwo\\\nthree", "one", toggleCode)).toBe("```\none\ntwo\nthree\n```");
  expect(run("```\none\ntwo\n```", "one", toggleCode)).toBe("one\\\ntwo");
});
