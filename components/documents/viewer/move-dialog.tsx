"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type DocumentItem, foldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";

export function MoveDialog({
  documents,
  chat,
  onClose,
  onMoved,
}: {
  documents: DocumentItem[];
  chat?: string;
  onClose: () => void;
  onMoved?: () => void;
}) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const { data: folders = [] } = useQuery(foldersQuery(chat));
  const [folder, setFolder] = useState(documents[0]?.folder ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readAgain = useRefreshDocuments();
  const list = useId();
  const move = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      for (const { id } of documents)
        await call(documentsApi.updateDocument, { params: { id }, body: { folder } });
      onMoved?.();
      onClose();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
    void readAgain();
  };
  const title =
    documents.length === 1
      ? t("moveOne", { name: documents[0]!.file_name })
      : t("moveMany", { count: documents.length });
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <Field label={t("folder")} error={failure} help={t("folderHelp")}>
          {(wiring) => (
            <Input
              {...wiring}
              value={folder}
              list={list}
              maxLength={500}
              autoFocus
              autoComplete="off"
              onChange={(event) => setFolder(event.target.value)}
            />
          )}
        </Field>
        <datalist id={list}>
          {folders.map(({ folder: known }) => known && <option key={known} value={known} />)}
        </datalist>
        <FormActions onCancel={onClose} isBusy={isBusy}>
          {t("move")}
        </FormActions>
      </form>
    </Dialog>
  );
}
