import { common, createLowlight } from "lowlight";

const MAX_CODE_LENGTH = 20_000;
// A short text can nest thousands of levels (`f"{f"{`).
const MAX_DEPTH = 10;
const lowlight = createLowlight(common);

/** Highlighted span: plain characters, or nested spans with the classes of highlight.js. */
export type Coloured = string | { classes: string; parts: Coloured[] };

type SyntaxNode = ReturnType<typeof lowlight.highlight>["children"][number];

/**
 * Highlights code; undefined for an unknown language and for code that is too long. Some grammars take minutes for a
 * few thousand characters, so this runs in a worker that is terminated when it takes too long (`colours.ts`).
 */
export const highlight = (code: string, language: string): Coloured[] | undefined =>
  code.length <= MAX_CODE_LENGTH && lowlight.registered(language)
    ? flattenParts(lowlight.highlight(language, code).children)
    : undefined;

// Converts the tree iteratively, because hostile input can be nested deeply enough to overflow the stack.
function flattenParts(nodes: SyntaxNode[]): Coloured[] {
  const result: Coloured[] = [];
  const left = nodes.map((part) => ({ part, into: result, depth: 0 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { part, into, depth } = next;
    if (part.type === "text") into.push(part.value);
    if (part.type !== "element") continue;
    const parts: Coloured[] = depth < MAX_DEPTH ? [] : into;
    if (parts !== into) into.push({ classes: (part.properties.className as string[]).join(" "), parts });
    for (const child of part.children.toReversed())
      left.push({ part: child as SyntaxNode, into: parts, depth: depth + 1 });
  }
  return result;
}
