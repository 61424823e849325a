"use client";

import X from "lucide-react/icons/x";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";

type Toast = {
  text: string;
  action?: { label: string; run: () => void };
  /** Called once when it goes and its action was not taken. */
  onEnd?: () => void;
};
type Shown = Toast & { id: number };

const Context = createContext<(toast: Toast | string) => void>(() => {});

/** Says something for a few seconds, with a way to undo it where there is one. */
export const useToast = () => useContext(Context);

const SHOWN_FOR = 7000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([]);
  const current = useRef<Shown[]>([]);
  const next = useRef(0);
  const put = useCallback((toasts: Shown[]) => {
    current.current = toasts;
    setToasts(toasts);
  }, []);
  const show = useCallback(
    (toast: Toast | string) => {
      const given = typeof toast === "string" ? { text: toast } : toast;
      const [gone, kept] = [current.current.slice(0, -2), current.current.slice(-2)];
      put([...kept, { ...given, id: ++next.current }]);
      for (const { onEnd } of gone) onEnd?.();
    },
    [put],
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
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-(--toasts-above,0px) z-40 flex flex-col items-center gap-2 p-4 safe-bottom"
      >
        {toasts.map((toast) => (
          <Note key={toast.id} toast={toast} remove={remove} />
        ))}
      </div>
    </Context>
  );
}

/** The `ref` of something at the bottom of a page that toasts stay above, however high it grows: where one writes. */
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

function Note({ toast, remove }: { toast: Shown; remove: (id: number, isTaken: boolean) => void }) {
  const [held, setHeld] = useState(false);
  const { id, text, action } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => remove(id, false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [held, id, remove]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only waits while it is pointed at or focused
    <div
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="appear pointer-events-auto flex max-w-[min(26rem,100%)] items-center gap-2 rounded-xl border bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float"
    >
      <span className="wrap-anywhere">{text}</span>
      {action && (
        <Button
          variant="quiet"
          size="small"
          className="text-accent"
          onClick={() => {
            action.run();
            remove(id, true);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={() => remove(id, false)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
