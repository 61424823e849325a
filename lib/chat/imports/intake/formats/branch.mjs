// @ts-check

/**
 * @template T
 * @typedef {{ parent: string | undefined, value: T }} TreeNode a message of a tree, with the id of the one that it follows
 */

/**
 * Returns the messages from the first one to `current`, each after the one that it follows. Where `current` is absent, the
 * last message that nothing follows is taken for it. Of a tree whose messages lead in a circle, or to one that was deleted,
 * it is what can be reached.
 * @template T
 * @param {Map<string, TreeNode<T>>} nodes in the order of the file
 * @param {unknown} current
 * @returns {T[]}
 */
export function findBranch(nodes, current) {
  const followed = new Set([...nodes.values()].map(({ parent }) => parent));
  const ids = [...nodes.keys()];
  const last = ids.findLast((id) => !followed.has(id)) ?? ids.at(-1);
  let at = typeof current === "string" && nodes.has(current) ? current : last;
  /** @type {T[]} */
  const path = [];
  const seen = new Set();
  while (at !== undefined && !seen.has(at)) {
    const node = nodes.get(at);
    if (!node) break;
    seen.add(at);
    path.push(node.value);
    at = node.parent;
  }
  return path.reverse();
}
