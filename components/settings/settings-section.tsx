import type { ReactNode } from "react";

/** A page of the settings: its title, one sentence, and what can be set. */
export function SettingsSection({
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
      <h1 className="font-display text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 text-sm text-muted">{lead}</p>
      <div className="mt-6">{children}</div>
    </section>
  );
}

/** A sentence about what could not be read, with another try. */
export function Unread({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <p role="alert" className="mt-3 text-sm text-danger">
      {error.message}{" "}
      <button type="button" onClick={retry} className="underline underline-offset-2">
        Try again
      </button>
    </p>
  );
}
