import { type ReactNode, useId } from "react";
import { cx } from "./class-names";

export function PageSection({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="max-w-2xl">
      <h1 className="text-title">{title}</h1>
      <p className="mt-1 text-sm text-muted">{lead}</p>
      <div className="mt-6">{children}</div>
    </section>
  );
}

export function Section({
  title,
  help,
  className = "mt-8",
  children,
}: {
  title: string;
  help?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      {help && <p className="mt-1 text-sm text-muted">{help}</p>}
      {children}
    </section>
  );
}

const card = "rounded-xl border bg-surface";

export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx(card, "p-4", className)}>{children}</div>
);

export const Rows = ({
  label,
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) => (
  <ul aria-label={label} className={cx(card, "divide-y divide-line", className)}>
    {children}
  </ul>
);

export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className={cx(card, "divide-y divide-line")}>{children}</dl>
);
