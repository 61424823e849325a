"use client";

import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { MenuItem } from "./menu-list";

export type { MenuItem } from "./menu-list";

const load = () => import("./menu-list");
const MenuList = lazy(load);
const prepare = () => void load().catch(() => {});

/** Button with a menu of actions (WAI-ARIA menu button pattern, with typeahead). */
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
  id: buttonId,
}: {
  trigger: ReactNode;
  /** Accessible name and tooltip of the button; with `hasText` the trigger's text is the name. */
  label: string;
  hasText?: boolean;
  isRow?: boolean;
  items: MenuItem[] | undefined;
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  onNear?: () => void;
  /** Id of the button. */
  id?: string;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
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
        id={buttonId}
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
