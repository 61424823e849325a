"use client";

import { type ReactNode, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "./button";
import { Dialog } from "./dialog";

export type Confirmation = {
  title: ReactNode;
  text: ReactNode;
  action: string;
  onConfirm: () => Promise<unknown>;
};

/** Asks for confirmation of a destructive action. After a failure it stays open and shows the error. */
export function ConfirmDialog({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: Confirmation & { onClose: () => void }) {
  const t = useTranslations("ui");
  const problem = useProblem();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(problem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {text}
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
