/** A message of a tree, with the one that it follows. */
export type Branched<T> = { parent: string | undefined; value: T };

/**
 * The messages from the first one to `current`, each after the one that it
 * follows. Where `current` is not there, the last message that nothing follows
 * is taken for it. Of a tree whose messages lead in a circle, or to one that
 * was deleted, it is what can be reached.
 * @param nodes In the order of the file
 */
export function branchTo<T>(nodes: Map<string, Branched<T>>, current: unknown): T[] {
  const followed = new Set([...nodes.values()].map(({ parent }) => parent));
  const ids = [...nodes.keys()];
  const last = ids.findLast((id) => !followed.has(id)) ?? ids.at(-1);
  let at = typeof current === "string" && nodes.has(current) ? current : last;
  const path: T[] = [];
  const seen = new Set<string>();
  while (at !== undefined && !seen.has(at)) {
    const node = nodes.get(at);
    if (!node) break;
    seen.add(at);
    path.push(node.value);
    at = node.parent;
  }
  return path.reverse();
}
