export type Line = { kind: "same" | "added" | "removed"; text: string };

// The maximum number of line comparisons. A larger change is shown as a full replacement.
const MAX_COMPARISONS = 4_000_000;

export function diffLines(before: string, after: string): Line[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++;
  const same = (texts: string[]): Line[] => texts.map((text) => ({ kind: "same", text }));
  return [
    ...same(old.slice(0, start)),
    ...diffChangedLines(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

const splitLines = (text: string): string[] => (text === "" ? [] : text.split("\n"));

// Computes the longest common subsequence of the lines.
function diffChangedLines(old: string[], now: string[]): Line[] {
  const removed: Line[] = old.map((text) => ({ kind: "removed", text }));
  const added: Line[] = now.map((text) => ({ kind: "added", text }));
  if (old.length * now.length > MAX_COMPARISONS || old.length === 0 || now.length === 0)
    return [...removed, ...added];
  const width = now.length + 1;
  // `common[i * width + j]` is the length of the longest common subsequence of the lines from i in the old text and
  // from j in the new text.
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: "same", text: old[i]! });
      i++;
      j++;
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) lines.push(removed[i++]!);
    else lines.push(added[j++]!);
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}
