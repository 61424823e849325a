"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "./button";
import { cx } from "./class-names";

// The first of these fields receives the initial focus, rather than the close button.
const FIELD =
  "input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled)";

/**
 * Modal on the native `<dialog>`. It focuses its first field, closes on Esc and on a click outside, and returns the
 * focus.
 */
export function Dialog({
  open,
  onClose,
  title,
  isText,
  children,
  footer,
  className,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The content has no controls, so it is focusable itself and can be scrolled by keyboard. */
  isText?: boolean;
  children?: ReactNode;
  footer?: ReactNode;
  className?: string;
}) {
  const t = useTranslations("ui");
  const element = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const id = useId();
  // `autoFocus` has no effect before the dialog is shown, so the content is rendered afterwards.
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    setShown(true);
    return () => {
      setShown(false);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  useEffect(() => {
    if (!isShown || content.current?.contains(document.activeElement)) return;
    content.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }, [isShown]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, which the element handles
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        // React passes the event of a dialog inside of this one on.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
      className={cx(
        "appear m-auto w-[min(28rem,calc(100vw-2rem))] rounded-2xl border bg-raised p-0 text-ink shadow-float",
        className,
      )}
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col gap-3 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          <IconButton label={t("close")} onClick={onClose} className="-mt-1 -me-2">
            <X aria-hidden />
          </IconButton>
        </div>
        <div ref={content} tabIndex={isText ? 0 : undefined} className="-m-1 overflow-y-auto p-1 text-sm">
          {/* Without this boundary, suspending content would hide the dialog and reopen it. */}
          <Suspense>{isShown && children}</Suspense>
        </div>
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <Suspense>{footer}</Suspense>
          </div>
        )}
      </div>
    </dialog>
  );
}
