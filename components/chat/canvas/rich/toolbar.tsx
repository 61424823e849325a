import BetweenHorizontal from "lucide-react/icons/between-horizontal-end";
import BetweenVertical from "lucide-react/icons/between-vertical-end";
import Bold from "lucide-react/icons/bold";
import Code from "lucide-react/icons/code";
import Italic from "lucide-react/icons/italic";
import LinkIcon from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListChecks from "lucide-react/icons/list-checks";
import ListOrdered from "lucide-react/icons/list-ordered";
import Minus from "lucide-react/icons/minus";
import Redo from "lucide-react/icons/redo-2";
import SquareCode from "lucide-react/icons/square-code";
import Strikethrough from "lucide-react/icons/strikethrough";
import Table from "lucide-react/icons/table-2";
import Quote from "lucide-react/icons/text-quote";
import Trash from "lucide-react/icons/trash-2";
import Undo from "lucide-react/icons/undo-2";
import { setBlockType, toggleMark } from "prosemirror-commands";
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from "prosemirror-tables";
import type { EditorView } from "prosemirror-view";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import {
  findAround,
  findLink,
  getListKind,
  hasMark,
  insertRule,
  insertTable,
  setLink,
  toggleCode,
  toggleList,
  toggleQuote,
} from "./commands";
import { LinkDialog } from "./link-dialog";
import { marks, nodes } from "./schema";

type ToolbarProps = { view: EditorView; state: EditorState; label: string };
type Tool = {
  label: string;
  icon: ReactNode;
  command: Command;
  /** Absent for actions that are not on or off. */
  isOn?: boolean;
};

const HEADINGS = [1, 2, 3, 4];
const TOOLS = "button, select";

export function Toolbar({ view, state, label }: ToolbarProps) {
  const t = useTranslations("canvasEditor");
  const [isLinking, setLinking] = useState(false);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const groups = useTools(state);
  return (
    // One stop for Tab; the arrow keys move between the tools (WAI-ARIA toolbar pattern).
    <div
      role="toolbar"
      aria-label={label}
      onKeyDown={moveFocus}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-b bg-raised p-1"
    >
      <BlockSelect state={state} onCommand={run} />
      {groups.map((tools, at) => (
        <span key={at} className="flex shrink-0 items-center border-s ps-0.5">
          {tools.map((tool) => (
            <ToolButton
              key={tool.label}
              {...tool}
              isEnabled={tool.command(state)}
              onRun={() => run(tool.command)}
            />
          ))}
          {at === 0 && (
            <ToolButton
              label={t("link")}
              icon={<LinkIcon aria-hidden />}
              isOn={findLink(state) !== undefined}
              isEnabled={!state.selection.$from.parent.type.spec.code}
              onRun={() => setLinking(true)}
            />
          )}
        </span>
      ))}
      {findAround(state, nodes.table) && <TableMenu onCommand={run} />}
      {isLinking && (
        <LinkDialog
          address={findLink(state)?.href ?? ""}
          onClose={() => setLinking(false)}
          onAddress={(address) => run(setLink(address))}
        />
      )}
    </div>
  );
}

function useTools(state: EditorState): Tool[][] {
  const t = useTranslations("canvasEditor");
  const list = getListKind(state);
  const mark = (label: string, icon: ReactNode, type: keyof typeof marks): Tool => ({
    ...{ label, icon, command: toggleMark(marks[type]!), isOn: hasMark(state, marks[type]!) },
  });
  return [
    [
      mark(t("bold"), <Bold aria-hidden />, "strong"),
      mark(t("italic"), <Italic aria-hidden />, "em"),
      mark(t("strikethrough"), <Strikethrough aria-hidden />, "strike"),
      mark(t("inlineCode"), <Code aria-hidden />, "code"),
    ],
    [
      {
        label: t("bulletList"),
        icon: <List aria-hidden />,
        command: toggleList("bullet"),
        isOn: list === "bullet",
      },
      {
        label: t("orderedList"),
        icon: <ListOrdered aria-hidden />,
        command: toggleList("ordered"),
        isOn: list === "ordered",
      },
      {
        label: t("taskList"),
        icon: <ListChecks aria-hidden />,
        command: toggleList("task"),
        isOn: list === "task",
      },
    ],
    [
      {
        label: t("quote"),
        icon: <Quote aria-hidden />,
        command: toggleQuote,
        isOn: findAround(state, nodes.blockquote) !== undefined,
      },
      {
        label: t("codeBlock"),
        icon: <SquareCode aria-hidden />,
        command: toggleCode,
        isOn: findAround(state, nodes.code_block) !== undefined,
      },
      { label: t("table"), icon: <Table aria-hidden />, command: insertTable },
      { label: t("rule"), icon: <Minus aria-hidden />, command: insertRule },
    ],
    [
      {
        label: t("undo"),
        icon: <Undo aria-hidden />,
        command: (now, run) => undoDepth(now) > 0 && undo(now, run),
      },
      {
        label: t("redo"),
        icon: <Redo aria-hidden />,
        command: (now, run) => redoDepth(now) > 0 && redo(now, run),
      },
    ],
  ];
}

type ToolButtonProps = Omit<Tool, "command"> & { isEnabled: boolean; onRun: () => void };

const ToolButton = ({ label, icon, isOn, isEnabled, onRun }: ToolButtonProps) => (
  <IconButton
    label={label}
    aria-pressed={isOn}
    aria-disabled={!isEnabled}
    tabIndex={-1}
    // The selection in the text stays.
    onPointerDown={(event) => event.preventDefault()}
    onClick={() => isEnabled && onRun()}
    className="size-8! aria-disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:size-10!"
  >
    {icon}
  </IconButton>
);

function BlockSelect({ state, onCommand }: { state: EditorState; onCommand: (command: Command) => void }) {
  const t = useTranslations("canvasEditor");
  const heading = findAround(state, nodes.heading);
  const value = heading ? String(heading.node.attrs.level) : "0";
  const choose = (level: number) =>
    onCommand(level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }));
  return (
    <select
      aria-label={t("paragraphStyle")}
      value={value}
      onChange={({ target }) => choose(Number(target.value))}
      className="me-0.5 h-8 shrink-0 rounded-lg bg-transparent ps-1.5 pe-6 text-sm hover:bg-hover pointer-coarse:h-10"
    >
      <option value="0">{t("paragraph")}</option>
      {HEADINGS.concat(Number(value) > 4 ? Number(value) : []).map((level) => (
        <option key={level} value={level}>
          {t("heading", { level })}
        </option>
      ))}
    </select>
  );
}

function TableMenu({ onCommand }: { onCommand: (command: Command) => void }) {
  const t = useTranslations("canvasEditor");
  const item = (label: string, icon: ReactNode, command: Command) => ({
    ...{ label, icon, onSelect: () => onCommand(command) },
  });
  return (
    <Menu
      label={t("tableActions")}
      trigger={<Table aria-hidden className="size-4.5" />}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft hover:bg-hover pointer-coarse:size-10"
      items={[
        item(t("addRow"), <BetweenHorizontal />, addRowAfter),
        item(t("addColumn"), <BetweenVertical />, addColumnAfter),
        "separator",
        item(t("deleteRow"), <Trash />, deleteRow),
        item(t("deleteColumn"), <Trash />, deleteColumn),
        item(t("deleteTable"), <Trash />, deleteTable),
      ]}
    />
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLSelectElement && event.key.startsWith("ArrowU")) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>(TOOLS)];
  const at = tools.indexOf(document.activeElement as HTMLElement);
  const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
  const [next, previous] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const to = { [next]: at + 1, [previous]: at - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  tools[(to + tools.length) % tools.length]?.focus();
}
