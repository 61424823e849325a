import {
  baseKeymap,
  chainCommands,
  exitCode,
  newlineInCode,
  setBlockType,
  toggleMark,
  wrapIn,
} from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Attrs, MarkType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, type EditorState, Plugin } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import { toggleList } from "./commands";
import { marks, nodes } from "./schema";

const newLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

// Leaves a list at an empty item, and continues a task list with an open task.
const splitItem: Command = (state, dispatch, view) => {
  const item = state.selection.$from.node(-1);
  const attrs =
    item?.type === nodes.list_item && item.attrs.checked !== null ? { checked: false } : undefined;
  return splitListItem(nodes.list_item, attrs)(state, dispatch, view);
};

export const editingKeys = () => [
  keymap({
    "Mod-b": toggleMark(marks.strong),
    "Mod-i": toggleMark(marks.em),
    "Mod-e": toggleMark(marks.code),
    "Mod-Shift-x": toggleMark(marks.strike),
    "Mod-Alt-0": setBlockType(nodes.paragraph),
    ...Object.fromEntries(
      [1, 2, 3, 4].map((level) => [`Mod-Alt-${level}`, setBlockType(nodes.heading, { level })]),
    ),
    "Mod-Shift-7": toggleList("ordered"),
    "Mod-Shift-8": toggleList("bullet"),
    "Mod-Shift-9": toggleList("task"),
    "Mod-Shift-b": wrapIn(nodes.blockquote),
    "Mod-z": chainCommands(undoInputRule, undo),
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    Backspace: undoInputRule,
    Enter: splitItem,
    "Shift-Enter": chainCommands(exitCode, newLine),
    "Mod-Enter": exitCode,
  }),
  leavingTab(),
  keymap({ ...baseKeymap, Enter: chainCommands(newlineInCode, baseKeymap.Enter!) }),
];

// Tab moves in tables and lists; after Esc, and everywhere else, it leaves the editor.
function leavingTab(): Plugin {
  let isLeaving = false;
  const forward = chainCommands(goToNextCell(1), sinkListItem(nodes.list_item));
  const backward = chainCommands(goToNextCell(-1), liftListItem(nodes.list_item));
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (event.key === "Escape") {
          isLeaving = true;
          return false;
        }
        if (event.key === "Shift") return false;
        const stays = event.key === "Tab" && !isLeaving && !event.ctrlKey && !event.altKey && !event.metaKey;
        isLeaving = false;
        return stays && (event.shiftKey ? backward : forward)(view.state, view.dispatch, view);
      },
    },
  });
}

/** Turns typed Markdown into formatting. */
export const typingRules = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = ""]) => ({ level: signs.length })),
      textblockTypeInputRule(/^```([\w+#-]*)\s$/, nodes.code_block, ([, params = ""]) => ({ params })),
      textblockTypeInputRule(/^\$\$\s$/, nodes.math_block),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list, ([, marker]) => ({ marker })),
      wrappingInputRule(
        /^(\d{1,9})([.)])\s$/,
        nodes.ordered_list,
        ([, order, marker]) => ({ order: Number(order), marker }),
        ([, order], list) => list.childCount + list.attrs.order === Number(order),
      ),
      taskRule,
      ruleRule,
      markRule(/(?<![*\w])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
      markRule(/(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
      markRule(/(?<!\w)_([^_\s](?:[^_]*[^_\s])?)_$/, marks.em),
      markRule(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike),
      markRule(/`([^`\s](?:[^`]*[^`\s])?)`$/, marks.code),
      markRule(/(?<!\])\[([^[\]]+)\]\(([^()\s]+)\)$/, marks.link, ([, , href]) => ({ href })),
    ],
  });

const taskRule = new InputRule(/^\[([ xX]?)\]\s$/, (state, [, sign], start, end) => {
  const $start = state.doc.resolve(start);
  const depth = $start.depth - 1;
  if ($start.node(depth)?.type !== nodes.list_item) return null;
  return state.tr
    .delete(start, end)
    .setNodeMarkup($start.before(depth), null, { checked: sign?.toLowerCase() === "x" });
});

const ruleRule = new InputRule(/^(---|\*\*\*)$/, (state, _match, start, end) => {
  const $start = state.doc.resolve(start);
  if ($start.depth !== 1) return null;
  return state.tr.delete(start, end).insert(start - 1, nodes.horizontal_rule.create());
});

function markRule(pattern: RegExp, type: MarkType, getAttrs?: (match: RegExpMatchArray) => Attrs): InputRule {
  return new InputRule(pattern, (state: EditorState, match, start, end) => {
    const [whole, text = ""] = match;
    const { tr } = state;
    if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
    const from = start + whole.indexOf(text);
    const to = from + text.length;
    // The last sign isn't in the document yet.
    if (to < end) tr.delete(to, end);
    if (from > start) tr.delete(start, from);
    tr.addMark(start, start + text.length, type.create(getAttrs?.(match)));
    return tr.removeStoredMark(type);
  });
}
