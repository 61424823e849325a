"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";

type Props = {
  /** The deed, on both buttons. */
  action: string;
  question: string;
  /** What will be lost. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
  size?: "small" | "medium";
};

/** A button whose deed cannot be undone: it asks once, in words that name what goes. */
export function ConfirmButton({ action, question, children, onConfirm, size }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="caution" size={size} onClick={() => setOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
        title={question}
        action={action}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
