// @ts-check

/**
 * @template T
 * @typedef {{ parent: string | undefined, value: T }} TreeNode message of a tree, with the id of its parent
 */

/**
 * Returns the path of messages from the root to `current`, or to the last leaf when `current` is absent. For a cycle
 * or a deleted parent it returns the reachable part.
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
