import { type ReactNode, useId } from "react";

/** A part of a settings page under a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-medium">
        {title}
      </h2>
      {children}
    </section>
  );
}
