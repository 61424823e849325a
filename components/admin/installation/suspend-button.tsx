"use client";

import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { useBusy } from "@/components/ui/use-busy";

type SuspendButtonProps = {
  name: string;
  isSuspended: boolean;
  children: ReactNode;
  suspend: () => Promise<unknown>;
  reactivate: () => Promise<unknown>;
};

export function SuspendButton({ name, isSuspended, children, suspend, reactivate }: SuspendButtonProps) {
  const t = useTranslations("installation");
  const { busy, doing } = useBusy<"reactivate">();
  if (isSuspended)
    return (
      <Button size="small" busy={busy !== undefined} onClick={() => void doing("reactivate", reactivate)}>
        {t.rich("reactivate", { name, hidden: (text) => <span className="sr-only">{text}</span> })}
      </Button>
    );
  return (
    <ConfirmButton
      action={t("suspend")}
      question={t("suspendQuestion", { name })}
      onConfirm={suspend}
      size="small"
    >
      {children}
    </ConfirmButton>
  );
}
