"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "./button";
import { cx } from "./class-names";
import { useAvoidFocusedField } from "./use-clear-of-typing";

type Toast = {
  text: string;
  /** Failures stay until they are dismissed. */
  isFailure?: boolean;
  action?: { label: string; run: () => void };
  /** Called once when the toast ends without its action. */
  onEnd?: () => void;
};
type VisibleToast = Toast & { id: number };

const Context = createContext<(toast: Toast | string | Error) => void>(() => {});

export const useToast = () => useContext(Context);

const VISIBLE_MS = 7000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const problem = useProblem();
  const [toasts, setToasts] = useState<VisibleToast[]>([]);
  const current = useRef<VisibleToast[]>([]);
  const next = useRef(0);
  const layer = useRef<HTMLDivElement>(null);
  useAvoidFocusedField(layer, toasts.length > 0);
  const put = useCallback((toasts: VisibleToast[]) => {
    current.current = toasts;
    setToasts(toasts);
  }, []);
  const show = useCallback(
    (toast: Toast | string | Error) => {
      const given = toToast(toast, problem);
      const before = current.current;
      const kept = before.filter(({ isFailure, text }, at) =>
        isFailure ? text !== given.text : at >= before.length - 2,
      );
      put([...kept, { ...given, id: ++next.current }]);
      for (const toast of before) if (!kept.includes(toast)) toast.onEnd?.();
    },
    [put, problem],
  );
  const remove = useCallback(
    (id: number, isTaken: boolean) => {
      const toast = current.current.find((shown) => shown.id === id);
      put(current.current.filter((shown) => shown !== toast));
      if (!isTaken) toast?.onEnd?.();
    },
    [put],
  );
  return (
    <Context value={show}>
      {children}
      <div
        ref={layer}
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-(--toasts-above,0px) z-40 flex max-h-[70dvh] flex-col items-center gap-2 overflow-y-auto p-4 safe-bottom"
      >
        {toasts.map((toast) => (
          <Note key={toast.id} toast={toast} remove={remove} />
        ))}
      </div>
    </Context>
  );
}

function toToast(given: Toast | string | Error, problem: (error: Error) => string): Toast {
  if (given instanceof Error) return { text: problem(given), isFailure: true };
  return typeof given === "string" ? { text: given } : given;
}

/** `ref` callback of an element at the bottom of the page, such as the composer: toasts are shown above it. */
export function keepToastsAbove(element: HTMLElement | null) {
  if (!element) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty(ABOVE, `${element.offsetHeight}px`));
  sizes.observe(element);
  return () => {
    sizes.disconnect();
    style.removeProperty(ABOVE);
  };
}
const ABOVE = "--toasts-above";

function Note({ toast, remove }: { toast: VisibleToast; remove: (id: number, isTaken: boolean) => void }) {
  const t = useTranslations("ui");
  const [held, setHeld] = useState(false);
  const { id, text, action, isFailure = false } = toast;
  useEffect(() => {
    if (held || isFailure) return;
    const timer = setTimeout(() => remove(id, false), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [held, isFailure, id, remove]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses its timer while hovered or focused
    <div
      data-toast
      role={isFailure ? "alert" : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        "appear pointer-events-auto flex max-w-[min(26rem,100%)] items-center gap-2 rounded-xl border py-1.5 pe-1.5 ps-4 text-sm shadow-float",
        isFailure ? "border-danger bg-danger-soft" : "bg-raised",
      )}
    >
      {isFailure && <TriangleAlert className="size-4 shrink-0 text-danger" aria-hidden />}
      <span className="wrap-anywhere">{text}</span>
      {action && (
        <Button
          variant="quiet"
          size="small"
          className="text-accent!"
          onClick={() => {
            action.run();
            remove(id, true);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t("dismiss")} onClick={() => remove(id, false)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
