import { Fragment, type Node } from "prosemirror-model";

/** Tells whether a parsed text is a block again, apart from spaces that Markdown doesn't keep. */
export const isSameContent = (read: Fragment, node: Node): boolean =>
  Fragment.from(tidy(node) ?? []).eq(Fragment.from(read.content.flatMap((each) => tidy(each) ?? [])));

// Without spaces at the ends of lines and without empty paragraphs; undefined if nothing is left.
function tidy(node: Node): Node | undefined {
  if (node.isTextblock) {
    if (node.type.spec.code) return node;
    const content = trim(node.content);
    return content.size === 0 && node.type.name === "paragraph" ? undefined : node.copy(content);
  }
  if (node.isLeaf) return node;
  const isItem = node.type.name === "list_item";
  const children = node.content.content.flatMap((child, at) =>
    isItem && at === 0 ? [child.copy(trim(child.content))] : (tidy(child) ?? []),
  );
  return node.copy(Fragment.from(children));
}

function trim(content: Fragment): Fragment {
  const parts = [...content.content];
  const cut = (at: 0 | -1, pattern: RegExp) => {
    for (let part = parts.at(at); part; part = parts.at(at)) {
      const text = part.isText
        ? part.text!.replace(pattern, "")
        : part.type.name === "hard_break"
          ? ""
          : undefined;
      if (text === undefined || text === part.text) return;
      parts.splice(at, 1, ...(text === "" ? [] : [part.type.schema.text(text, part.marks)]));
      if (text !== "") return;
    }
  };
  cut(0, /^\s+/);
  cut(-1, /\s+$/);
  return Fragment.from(parts);
}
