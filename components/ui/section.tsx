import { type ReactNode, useId } from "react";
import { cx } from "./class-names";

/** A page of the settings: its title, one sentence, and what can be set. */
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

/** A part of a page under a heading of its own. */
export function Section({
  title,
  help,
  className = "mt-8",
  children,
}: {
  title: string;
  help?: ReactNode;
  /** The space before it. */
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

/** What belongs together, on a surface of its own. */
export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx(card, "p-4", className)}>{children}</div>
);

/** Things below each other. */
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

/** What is known of something, name by name. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className={cx(card, "divide-y divide-line")}>{children}</dl>
);
