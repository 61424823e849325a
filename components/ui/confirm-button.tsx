"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { useConfirm } from "./confirm";

type ConfirmButtonProps = {
  action: string;
  question: string;
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
  size?: "small" | "medium";
};

export function ConfirmButton({ action, question, children, onConfirm, size }: ConfirmButtonProps) {
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
