"use client";

import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { lazy } from "./lazy";
import type { MenuItem } from "./menu-list";

export type { MenuItem } from "./menu-list";

const load = () => import("./menu-list");
const MenuList = lazy(load);
/** Somebody is about to open one. */
const prepare = () => void load().catch(() => {});

/** A button that opens a list of actions: arrows, Home and End move, letters lead to what begins with them, Esc and a click outside close. */
export function Menu({
  trigger,
  label,
  hasText = false,
  isRow = false,
  items,
  heading,
  align = "end",
  className,
  onNear,
}: {
  /** What the button shows. */
  trigger: ReactNode;
  /** The button's name and its tooltip; with `hasText` what it shows is its name. */
  label: string;
  hasText?: boolean;
  /** The list is one row of icons. */
  isRow?: boolean;
  /** Undefined while they are on their way. */
  items: MenuItem[] | undefined;
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  /** Somebody is about to open it: what the items need can be read. */
  onNear?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Keys that came before the list was there. */
  const early = useRef<string[]>([]);
  const id = useId();
  const near = () => {
    prepare();
    onNear?.();
  };
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={hasText ? undefined : label}
        title={hasText ? undefined : label}
        className={className}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => {
          near();
          early.current = [];
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          const { key } = event;
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (open ? key === "Enter" || key === " " || key === "Tab" : key !== "ArrowDown") return;
          event.preventDefault();
          if (open) early.current.push(key);
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {open && items && (
        <Suspense>
          <MenuList
            {...{ id, label, items, heading, align, isRow, close }}
            anchor={button.current!}
            early={early.current}
          />
        </Suspense>
      )}
    </>
  );
}
