import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./class-names";

const control =
  "w-full rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink transition-colors hover:border-muted disabled:opacity-60 aria-invalid:border-danger";

export type Wiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  required: boolean | undefined;
};

/** Connects a label, help and error to a control: `children` receives the props to pass to the control. */
export function Field({
  label,
  help,
  error,
  required,
  children,
  className,
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  required?: boolean;
  children: (wiring: Wiring) => ReactNode;
  className?: string;
}) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined, required })}
      {help && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(control, "h-10", className)} {...rest} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={cx(control, "py-2 leading-relaxed", className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select className={cx(control, "h-10 pe-8", className)} {...rest} />;
}

export const Options = ({ of }: { of: readonly { id: number | string; name: string }[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

export function Switch({
  checked,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "onChange"> & { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className={cx(
        "inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors aria-checked:border-accent aria-checked:bg-accent disabled:opacity-60",
        className,
      )}
      {...rest}
    >
      <span
        className={cx(
          // Forced colors override backgrounds unless they are system colors.
          "size-4.5 rounded-full transition-transform forced-colors:bg-[ButtonText]",
          checked ? "translate-x-4 bg-on-accent rtl:-translate-x-4" : "bg-line-strong",
        )}
      />
    </button>
  );
}

type SwitchFieldProps = { label: string; help: string; value: boolean; onChange: (on: boolean) => void };
export function SwitchField({ label, help, value, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 text-sm">
      <Switch aria-labelledby={id} aria-describedby={`${id}-help`} checked={value} onChange={onChange} />
      <div className="min-w-0">
        <p id={id} className="font-medium">
          {label}
        </p>
        <p id={`${id}-help`} className="text-muted">
          {help}
        </p>
      </div>
    </div>
  );
}
