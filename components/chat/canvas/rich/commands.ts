import { lift, setBlockType, wrapIn } from "prosemirror-commands";
import type { Attrs, MarkType, Node, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, TextSelection } from "prosemirror-state";
import { marks, nodes } from "./schema";

export type ListKind = "bullet" | "ordered" | "task";

/** Finds the closest node around the selection that has one of these types. */
export function findAround(
  { selection }: Pick<EditorState, "selection">,
  ...types: NodeType[]
): { node: Node; pos: number } | undefined {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if (types.includes($from.node(depth).type)) return { node: $from.node(depth), pos: $from.before(depth) };
  return undefined;
}

export function getListKind(state: EditorState): ListKind | undefined {
  const item = findAround(state, nodes.list_item);
  if (!item) return undefined;
  if (item.node.attrs.checked !== null) return "task";
  return findAround(state, nodes.bullet_list, nodes.ordered_list)?.node.type === nodes.ordered_list
    ? "ordered"
    : "bullet";
}

/** Makes the selected blocks a list of this kind, changes the kind of their list, or ends the list. */
export function toggleList(kind: ListKind): Command {
  return (state, dispatch, view) => {
    const current = getListKind(state);
    if (current === kind) return liftListItem(nodes.list_item)(state, dispatch, view);
    const type = kind === "ordered" ? nodes.ordered_list : nodes.bullet_list;
    if (current === undefined)
      return wrapInList(type)(state, dispatch && ((tr) => dispatch(setTasks(tr, kind))), view);
    const list = findAround(state, nodes.bullet_list, nodes.ordered_list)!;
    const tr =
      list.node.type === type
        ? state.tr
        : state.tr.setNodeMarkup(list.pos, type, { tight: list.node.attrs.tight });
    dispatch?.(setTasks(tr, kind));
    return true;
  };
}

// Changes the items of the closest list around the selection, not those that this list is in.
function setTasks(tr: EditorState["tr"], kind: ListKind): EditorState["tr"] {
  const { from, to } = tr.selection;
  const list = findAround(tr, nodes.bullet_list, nodes.ordered_list)?.node;
  tr.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (list && parent === list && (node.attrs.checked !== null) !== (kind === "task"))
      tr.setNodeMarkup(pos, null, { checked: kind === "task" ? false : null });
  });
  return tr;
}

export const toggleQuote: Command = (state, dispatch, view) =>
  (findAround(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view);

export const toggleCode: Command = (state, dispatch, view) =>
  setBlockType(findAround(state, nodes.code_block) ? nodes.paragraph : nodes.code_block)(
    state,
    dispatch,
    view,
  );

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView());
  return true;
};

/** Inserts a table with a header row, unless the selection is in one. */
export const insertTable: Command = (state, dispatch) => {
  if (findAround(state, nodes.table)) return false;
  const row = (type: NodeType) => nodes.table_row.create(null, [type.create(), type.create()]);
  const table = nodes.table.create(null, [row(nodes.table_header), row(nodes.table_cell)]);
  const { tr } = state;
  const start = state.selection.$from.before(1);
  tr.replaceSelectionWith(table);
  let cell: number | undefined;
  tr.doc.nodesBetween(start, tr.doc.content.size, (node, pos) => {
    if (node.type === nodes.table_header && pos > start) cell ??= pos;
    return cell === undefined;
  });
  if (cell !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(cell + 1)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean =>
  selection.empty
    ? type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, type);

/** Returns the address of the link at the selection; undefined if there is none. */
export function findLink({ selection, doc }: EditorState): Attrs | undefined {
  let link: Attrs | undefined;
  const { from, to, $from } = selection;
  if (selection.empty) return marks.link.isInSet($from.marks())?.attrs;
  doc.nodesBetween(from, to, (node) => {
    link ??= marks.link.isInSet(node.marks)?.attrs;
  });
  return link;
}

/** Links the selection, or the link around the cursor, to an address; an empty one removes the link. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { tr, selection } = state;
    const { from, to } = selection.empty ? getLinkRange(state) : selection;
    if (href === "") tr.removeMark(from, to, marks.link);
    else if (from === to)
      tr.replaceSelectionWith(state.schema.text(href, [marks.link.create({ href })]), false);
    else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

function getLinkRange({ selection: { $from, from } }: EditorState): { from: number; to: number } {
  const link = marks.link.isInSet($from.marks());
  if (!link) return { from, to: from };
  const start = $from.start();
  let range = { from, to: from };
  $from.parent.forEach((node, offset) => {
    const isAround = start + offset <= from && from <= start + offset + node.nodeSize;
    if (isAround && link.isInSet(node.marks))
      range = { from: start + offset, to: start + offset + node.nodeSize };
  });
  return range;
}
