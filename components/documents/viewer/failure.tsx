"use client";

import { useState } from "react";
import { type DocumentItem, useRefreshDocuments } from "@/components/data/documents";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";

export function Failure({ document: { id, error, may_change: canChange } }: { document: DocumentItem }) {
  const t = useTranslations("documents");
  const [isBusy, setIsBusy] = useState(false);
  const readAgain = useRefreshDocuments();
  const say = useToast();
  const retry = async () => {
    setIsBusy(true);
    try {
      await call(documentsApi.reindexDocument, { params: { id } });
      await readAgain();
    } catch (caught) {
      say(caught as Error);
    }
    setIsBusy(false);
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <p className="text-danger wrap-anywhere">{error ? <Reason>{error}</Reason> : t("notProcessed")}</p>
      {canChange && (
        <Button size="small" busy={isBusy} onClick={() => void retry()}>
          {t("tryAgain")}
        </Button>
      )}
    </div>
  );
}
