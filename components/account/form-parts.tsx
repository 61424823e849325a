import type { ReactNode } from "react";

/** What is wrong with the form as a whole. Takes the focus when no single field is at fault. */
export function FormProblem({ message }: { message?: string }) {
  if (!message) return null;
  return (
    <p role="alert" tabIndex={-1} className="rounded-lg bg-danger-soft px-3 py-2 text-sm text-danger">
      {message}
    </p>
  );
}

export function SubmitButton({
  isBusy,
  busyText,
  children,
}: {
  isBusy: boolean;
  busyText: string;
  children: ReactNode;
}) {
  return (
    <button
      type="submit"
      aria-disabled={isBusy}
      className="w-full rounded-lg bg-accent px-4 py-2.5 font-medium text-on-accent aria-disabled:opacity-70"
    >
      {isBusy ? busyText : children}
    </button>
  );
}
