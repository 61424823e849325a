"use client";

import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "./button";

export function FormActions({
  onCancel,
  isBusy,
  isIncomplete = false,
  children,
}: {
  onCancel: () => void;
  isBusy: boolean;
  isIncomplete?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations("ui");
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button type="submit" variant="primary" busy={isBusy} disabled={isIncomplete}>
        {children}
      </Button>
    </div>
  );
}
