"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { cx } from "./class-names";

export type MenuItem =
  | "separator"
  | {
      label: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      /** Present for a choice among several: whether it is the chosen one. */
      checked?: boolean;
      hint?: string;
    };

/** A button that opens a list of actions: arrows, Home and End move, Esc and a click outside close. */
export function Menu({
  trigger,
  label,
  hasText = false,
  items,
  heading,
  align = "end",
  className,
}: {
  /** What the button shows. */
  trigger: ReactNode;
  /** The button's name and its tooltip; with `hasText` what it shows is its name. */
  label: string;
  hasText?: boolean;
  items: MenuItem[];
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
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
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {open && <Popup {...{ id, label, items, heading, align, close }} anchor={button.current!} />}
    </>
  );
}

function Popup({
  id,
  label,
  items,
  heading,
  align,
  anchor,
  close,
}: {
  id: string;
  label: string;
  items: MenuItem[];
  heading?: ReactNode;
  align: "start" | "end";
  anchor: HTMLElement;
  close: (focus: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];

  useLayoutEffect(() => {
    const popup = list.current!;
    const from = anchor.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
    const left = align === "end" ? from.right - width : from.left;
    const isBelow = from.bottom + 4 + height <= window.innerHeight;
    popup.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    popup.style.top = `${Math.max(8, isBelow ? from.bottom + 4 : from.top - height - 4)}px`;
    popup.querySelector<HTMLElement>("[role^=menuitem]")?.focus({ preventScroll: true });
  }, [anchor, align]);

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

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    }
  };

  // Inside an open <dialog> only the dialog's own content can be reached.
  const host = anchor.closest("dialog") ?? document.body;
  return createPortal(
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="appear fixed z-50 max-h-[70dvh] min-w-44 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-xl border bg-raised p-1 text-sm text-ink shadow-float"
    >
      {heading && (
        <div role="presentation" className="px-3 py-2">
          {heading}
        </div>
      )}
      {items.map((item, index) =>
        item === "separator" ? (
          <hr key={index} className="my-1" />
        ) : (
          <button
            key={`${index} ${item.label}`}
            type="button"
            tabIndex={-1}
            {...(item.checked === undefined
              ? { role: "menuitem" }
              : { role: "menuitemradio", "aria-checked": item.checked })}
            onClick={() => {
              close(true);
              item.onSelect();
            }}
            className={cx(
              "flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-hover focus:bg-hover focus-visible:outline-offset-[-2px] pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0",
              item.danger && "text-danger",
            )}
          >
            {item.icon}
            <span className="min-w-0 flex-1 wrap-anywhere">
              {item.label}
              {item.hint && <span className="block text-xs text-muted">{item.hint}</span>}
            </span>
            {item.checked && <span aria-hidden>✓</span>}
          </button>
        ),
      )}
    </div>,
    host,
  );
}
