"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "./button";
import { cx } from "./class-names";

/** Panel beside the main content. Esc closes it and returns the focus unless the user has moved the focus. */
export function SidePanel({
  label,
  close,
  focus,
  className,
  onClose,
  children,
}: {
  label: string;
  close: string;
  focus?: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (focus) section.current?.querySelector<HTMLElement>(focus)?.focus();
    return () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [focus]);
  return (
    <section
      ref={section}
      aria-label={label}
      onKeyDown={(event) => {
        // An open dialog inside closes first.
        if (event.key === "Escape" && !document.querySelector("dialog[open]")) onClose();
      }}
      className={cx(
        "relative h-full shrink-0 overflow-y-auto border-s bg-surface px-5 py-2.5 text-sm",
        className,
      )}
    >
      <IconButton label={close} onClick={onClose} className="absolute top-2.5 end-3">
        <X aria-hidden />
      </IconButton>
      {children}
    </section>
  );
}
