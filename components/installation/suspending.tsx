"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { useBusy } from "@/components/ui/use-busy";

type Props = {
  name: string;
  isSuspended: boolean;
  /** What suspending does. */
  children: ReactNode;
  suspend: () => Promise<unknown>;
  reactivate: () => Promise<unknown>;
};

/** Suspends somebody or something after a question, and reactivates at once. */
export function Suspending({ name, isSuspended, children, suspend, reactivate }: Props) {
  const { busy, doing } = useBusy<"reactivate">();
  if (isSuspended)
    return (
      <Button size="small" busy={busy !== undefined} onClick={() => void doing("reactivate", reactivate)}>
        Reactivate
        <span className="sr-only"> {name}</span>
      </Button>
    );
  return (
    <ConfirmButton action="Suspend" question={`Suspend ${name}?`} onConfirm={suspend} size="small">
      {children}
    </ConfirmButton>
  );
}
