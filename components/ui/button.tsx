import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { Spinner } from "./spinner";

const base =
  "inline-flex items-center justify-center gap-2 rounded-lg font-medium select-none transition-colors disabled:opacity-60 disabled:cursor-not-allowed aria-busy:cursor-progress";
const variants = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line bg-surface text-ink hover:bg-hover",
  quiet: "text-ink hover:bg-hover",
  caution: "border border-line bg-surface text-danger hover:bg-danger-soft",
  danger: "bg-danger text-on-danger hover:opacity-90",
};
const sizes = { small: "h-8 px-3 text-sm", medium: "h-10 px-4 text-sm" };

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes };

export const getButtonClass = ({ variant = "secondary", size = "medium" }: Look = {}) =>
  cx(base, variants[variant], sizes[size]);

/** `busy` disables the action but keeps the width and the focus. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      className={cx(getButtonClass({ variant, size }), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Button with only an icon. `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  className,
  children,
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "aria-label" | "title"> & { label: string; children: ReactNode }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-50 pointer-coarse:size-11 [&_svg]:size-4.5",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
