// @ts-check

/** @typedef {import("./parse.mjs").Block} Block */
/** @typedef {import("./tree.mjs").Node} Node */

/** Returns the level that the author of a heading chose, 0 for other elements. @param {string} tag */
export const getHeadingLevel = (tag) => Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);

const HAS_HEADINGS = /^(?:blockquote|ul|li)$/;

/**
 * Sets the `level` of headings that skip a level, such as a reply that begins with `###`, because screen readers
 * present headings as an outline. Blocks without such headings are returned as the same objects.
 * @param {Block[]} blocks
 * @returns {Block[]}
 */
export function addOutline(blocks) {
  let last = 0;
  /** @param {Node} node @returns {Node} */
  const outlined = (node) => {
    if (typeof node === "string") return node;
    if (node.kind === "plain" && getHeadingLevel(node.tag)) {
      last = Math.min(getHeadingLevel(node.tag), last + 1);
      return last === getHeadingLevel(node.tag) ? node : { ...node, level: last };
    }
    if (node.kind !== "list" && !(node.kind === "plain" && HAS_HEADINGS.test(node.tag))) return node;
    const children = allOutlined(node.children);
    return children === node.children ? node : { ...node, children };
  };
  /** @param {Node[]} nodes */
  const allOutlined = (nodes) => {
    const next = nodes.map(outlined);
    return next.every((node, index) => node === nodes[index]) ? nodes : next;
  };
  return blocks.map((block) => {
    const nodes = block.nodes && allOutlined(block.nodes);
    return nodes === block.nodes ? block : { ...block, nodes };
  });
}

/** Returns the level of a heading below the title of a page. @param {{ tag: string, level?: number }} heading */
export const getOutlineLevel = ({ tag, level = getHeadingLevel(tag) }) => Math.min(6, level + 1);
