"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";

type Labelled = { label: string; hint?: ReactNode; fault?: string };
type FieldProps = Labelled & Omit<ComponentProps<"input">, "id">;

const control =
  "block w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-base sm:text-sm aria-invalid:border-danger";

/** What every labelled control says to assistive technology, and how. */
export function useDescribed(hint: ReactNode, fault: string | undefined) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return {
    id,
    hintId: `${id}-hint`,
    faultId: `${id}-fault`,
    aria: { id, "aria-invalid": fault ? true : undefined, "aria-describedby": described || undefined },
  } as const;
}

/** A label, a control, what to know before, and what was wrong after. */
export function Labelled(props: Labelled & { ids: ReturnType<typeof useDescribed>; children: ReactNode }) {
  const { label, hint, fault, ids, children } = props;
  return (
    <div>
      <label htmlFor={ids.id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {fault && (
        <p id={ids.faultId} className="mt-1 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

export function AccountField({ label, hint, fault, className, ...input }: FieldProps) {
  const ids = useDescribed(hint, fault);
  return (
    <Labelled label={label} hint={hint} fault={fault} ids={ids}>
      <input {...input} {...ids.aria} className={`${control} ${className ?? ""}`} />
    </Labelled>
  );
}

export function AreaField({
  label,
  hint,
  fault,
  className,
  ...area
}: Labelled & Omit<ComponentProps<"textarea">, "id">) {
  const ids = useDescribed(hint, fault);
  return (
    <Labelled label={label} hint={hint} fault={fault} ids={ids}>
      <textarea {...area} {...ids.aria} className={`${control} ${className ?? ""}`} />
    </Labelled>
  );
}

export function SelectField({
  label,
  hint,
  fault,
  className,
  ...select
}: Labelled & Omit<ComponentProps<"select">, "id">) {
  const ids = useDescribed(hint, fault);
  return (
    <Labelled label={label} hint={hint} fault={fault} ids={ids}>
      <select {...select} {...ids.aria} className={`${control} ${className ?? ""}`} />
    </Labelled>
  );
}

/** A secret that can be looked at while it is typed. */
export function PasswordField({
  label,
  hint,
  fault,
  showLabel = "password",
  ...input
}: FieldProps & { showLabel?: string }) {
  const ids = useDescribed(hint, fault);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Labelled label={label} hint={hint} fault={fault} ids={ids}>
      <div className="relative">
        <input {...input} {...ids.aria} type={isShown ? "text" : "password"} className={`${control} pr-11`} />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`${isShown ? "Hide" : "Show"} ${showLabel}`}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted hover:text-ink noscript:hidden"
        >
          <Icon className="size-4" aria-hidden />
        </button>
      </div>
    </Labelled>
  );
}
