const LONGEST_BLOCK = 40_000;
const DEEPEST = 20;
const MOST_CONTAINERS = 4000;
const MOST_BRACKETS = 400;
const MOST_MARKS = 6000;

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)))*/;
const CONTAINER = />|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)/g;

/**
 * Whether reading a block as markdown could overflow the stack or take seconds:
 * deep nesting and thousands of open brackets do (measured; the shapes are in
 * the test). Such a block is shown as it was written.
 */
export function isHostile(block: string): boolean {
  if (block.length > LONGEST_BLOCK) return true;
  if (countOf(block, /\[/g) > MOST_BRACKETS || countOf(block, /[*_~`<$&\\|]/g) > MOST_MARKS) return true;
  let total = 0;
  return block.split("\n").some((line) => {
    const prefix = CONTAINERS.exec(line.slice(0, 2000))?.[0] ?? "";
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const depth = countOf(prefix, CONTAINER);
    total += depth;
    return depth > DEEPEST || total > MOST_CONTAINERS || indent > 8 * DEEPEST;
  });
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
