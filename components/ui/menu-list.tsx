"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { cx } from "./class-names";

export type MenuItem = "separator" | MenuAction | MenuGroup;

type MenuAction = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  /** Present in a choice of several items; true for the selected one. */
  checked?: boolean;
  /** Present in an item that switches something on and off. The menu stays open, so that several can be switched. */
  isOn?: boolean;
  hint?: string;
};
type MenuGroup = { title: string; items: MenuAction[] };

// Maximum pause between the keys of one typed word.
const MAX_TYPING_PAUSE_MS = 600;

type MenuListProps = {
  id: string;
  label: string;
  items: MenuItem[];
  heading?: ReactNode;
  /** Renders icons side by side, with their labels as accessible names and tooltips. */
  isRow: boolean;
  align: "start" | "end";
  anchor: HTMLElement;
  early: string[];
  close: (focus: boolean) => void;
};

export default function MenuList({
  id,
  label,
  items,
  heading,
  align,
  isRow,
  anchor,
  early,
  close,
}: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  usePlace(list, anchor, align);
  useClosing(list, anchor, close);
  const onKeyDown = useMenuKeys(list, { isRow, early, close });
  // Only the content of an open <dialog> is reachable, so the list is rendered in the button's dialog or landmark.
  const host = anchor.closest("dialog, aside, main") ?? document.body;
  return createPortal(
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      aria-orientation={isRow ? "horizontal" : undefined}
      onKeyDown={onKeyDown}
      className={cx(
        "appear fixed z-50 max-h-[70dvh] overflow-y-auto rounded-xl border bg-raised p-1 text-sm text-ink shadow-float",
        isRow ? "flex max-w-[calc(100vw-1rem)] flex-wrap" : "min-w-44 max-w-[min(20rem,calc(100vw-1rem))]",
      )}
    >
      {heading && (
        <div role="presentation" className="px-3 py-2">
          {heading}
        </div>
      )}
      {items.map((item, index) =>
        item === "separator" ? (
          <hr key={index} className="my-1" />
        ) : "items" in item ? (
          <MenuSection key={`${index} ${item.title}`} {...{ group: item, isRow, close }} />
        ) : (
          <MenuButton key={`${index} ${item.label}`} {...{ item, isRow, close }} />
        ),
      )}
    </div>,
    host,
  );
}

type MenuSectionProps = Pick<MenuListProps, "isRow" | "close"> & { group: MenuGroup };

const MenuSection = ({ group: { title, items }, ...props }: MenuSectionProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div role="group" aria-label={title}>
    <p aria-hidden className="px-3 pt-2 pb-1 text-xs text-muted">
      {title}
    </p>
    {items.map((item) => (
      <MenuButton key={item.label} item={item} {...props} />
    ))}
  </div>
);

type MenuButtonProps = Pick<MenuListProps, "isRow" | "close"> & { item: MenuAction };

const MenuButton = ({ item, isRow, close }: MenuButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    title={isRow ? item.label : undefined}
    {...getMenuRole(item)}
    onClick={() => {
      if (item.isOn === undefined) close(true);
      item.onSelect();
    }}
    className={cx(
      "flex items-center rounded-lg hover:bg-hover focus:bg-hover focus-visible:outline-offset-[-2px] [&_svg]:size-4 [&_svg]:shrink-0",
      isRow
        ? "size-9 justify-center text-lg pointer-coarse:size-11"
        : "w-full gap-2.5 px-3 py-2 text-start pointer-coarse:py-3",
      item.danger && "text-danger",
    )}
  >
    {item.icon}
    <span className={isRow ? "sr-only" : "min-w-0 flex-1 wrap-anywhere"}>
      {item.label}
      {item.hint && <span className="block text-xs text-muted">{item.hint}</span>}
    </span>
    {(item.checked || item.isOn) && <span aria-hidden>✓</span>}
  </button>
);

const getMenuRole = ({ checked, isOn }: MenuButtonProps["item"]) => {
  if (isOn !== undefined) return { role: "menuitemcheckbox", "aria-checked": isOn };
  return checked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": checked };
};

type List = RefObject<HTMLDivElement | null>;

// Places the list at its button and focuses the first entry.
function usePlace(list: List, anchor: HTMLElement, align: "start" | "end"): void {
  useLayoutEffect(() => {
    const popup = list.current!;
    const from = anchor.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
    const isLeftToRight = getComputedStyle(anchor).direction === "ltr";
    const left = (align === "start") === isLeftToRight ? from.left : from.right - width;
    const isBelow = from.bottom + 4 + height <= window.innerHeight;
    popup.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    popup.style.top = `${Math.max(8, isBelow ? from.bottom + 4 : from.top - height - 4)}px`;
    popup.querySelector<HTMLElement>("[role^=menuitem]")?.focus({ preventScroll: true });
  }, [list, anchor, align]);
}

// Closes the list on a press outside of it or when the window is resized.
function useClosing(list: List, anchor: HTMLElement, close: MenuListProps["close"]): void {
  useEffect(() => {
    const outside = (event: Event) => {
      if (list.current?.contains(event.target as Node) || anchor.contains(event.target as Node)) return;
      close(false);
    };
    const leave = () => close(false);
    document.addEventListener("pointerdown", outside);
    window.addEventListener("resize", leave);
    return () => {
      document.removeEventListener("pointerdown", outside);
      window.removeEventListener("resize", leave);
    };
  });
}

type MenuKeysOptions = Pick<MenuListProps, "isRow" | "early" | "close">;

// Handles the keys of an open menu, also those that were pressed while it was loading.
function useMenuKeys(list: List, { isRow, early, close }: MenuKeysOptions) {
  const findTyped = useTypeahead();
  // Returns false if the menu doesn't handle the key.
  const take = (key: string, now: number): boolean => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const along: Record<string, number> = isRow ? { ArrowRight: at + 1, ArrowLeft: at - 1 } : {};
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const to = { ...steps, ...along }[key];
    if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else if (key === "Escape" || key === "Tab") close(true);
    else if (key.length === 1 && key !== " ") findTyped(all, at, key.toLowerCase(), now)?.focus();
    else return false;
    return true;
  };
  const takeEarly = useRef(() => {
    for (const key of early.splice(0)) take(key, 0);
  });
  useEffect(() => takeEarly.current(), []);
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !take(event.key, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

// Finds the entry that starts with the typed letters; repeating a letter cycles through the entries.
function useTypeahead() {
  const typed = useRef({ letters: "", at: 0 });
  return (all: HTMLElement[], at: number, key: string, now: number) => {
    const before = now - typed.current.at < MAX_TYPING_PAUSE_MS ? typed.current.letters : "";
    const find = (letters: string, from: number) => {
      typed.current = { letters, at: now };
      const inTurn = [...all.slice(from), ...all.slice(0, from)];
      return inTurn.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letters));
    };
    return (before && find(before + key, at)) || find(key, at + 1);
  };
}
