"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { useConfirm } from "./confirm";

type Props = {
  /** What is done, on both buttons. */
  action: string;
  question: string;
  /** What will be lost. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
  size?: "small" | "medium";
};

/** A button for what cannot be undone: it asks once, in words that name what goes. */
export function ConfirmButton({ action, question, children, onConfirm, size }: Props) {
  const confirm = useConfirm();
  return (
    <Button
      variant="caution"
      size={size}
      onClick={() => confirm({ title: question, text: children, action, onConfirm })}
    >
      {action}
    </Button>
  );
}
