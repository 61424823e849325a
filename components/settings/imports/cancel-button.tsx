"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ImportItem, refreshImports, setImport } from "@/components/data/imports";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/api/client";
import { importsApi } from "@/lib/knowledge/imports/operations";

export function CancelButton({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(importsApi.cancelImport, { params: { id: of.id } }),
    onSuccess: (cancelled) => setImport(client, cancelled),
    onSettled: () => refreshImports(client),
  });
  return (
    <Button size="small" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
      {t.rich("cancel", {
        file: of.file_name,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </Button>
  );
}
