"use client";

import type { FormEvent, ReactNode } from "react";
import { useFault, useProblem } from "@/components/i18n/problem";
import { ApiError } from "@/lib/api/client";
import { Button } from "./button";
import { FormProblem } from "./form-problem";

/** Form on a card. `children` receives the error of its field; other errors are shown above. */
export function CardForm({
  sending: { error, isPending, mutate },
  action,
  variant = "primary",
  noValidate,
  children,
}: {
  sending: { error: Error | null; isPending: boolean; mutate: () => void };
  action: string;
  variant?: "primary" | "secondary";
  noValidate?: boolean;
  children: (fault: string | undefined) => ReactNode;
}) {
  const problem = useProblem();
  const getFault = useFault();
  const fault = error instanceof ApiError ? getFault(error.faults) : undefined;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate();
  }
  return (
    <form onSubmit={onSubmit} noValidate={noValidate} className="space-y-4 rounded-xl border bg-surface p-4">
      {error && !fault && <FormProblem message={problem(error)} />}
      {children(fault)}
      <Button type="submit" variant={variant} busy={isPending}>
        {action}
      </Button>
    </form>
  );
}
