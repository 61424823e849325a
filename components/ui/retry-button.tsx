"use client";

import { useWords } from "@/components/i18n/words";
import { Button } from "./button";

export function RetryButton({ retry }: { retry: () => void }) {
  const t = useWords("ui");
  return (
    <Button size="small" onClick={retry} className="mt-2">
      {t("tryAgain")}
    </Button>
  );
}
