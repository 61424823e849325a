"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type DocumentItem, foldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/contract";

/** Moves documents to another folder of their chat or of the library. */
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
      setFailure((error as Error).message);
      setIsBusy(false);
    }
    void readAgain();
  };
  const what = documents.length === 1 ? `“${documents[0]!.file_name}”` : `${documents.length} documents`;
  return (
    <Dialog open onClose={onClose} title={`Move ${what}`}>
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <Field
          label="Folder"
          error={failure}
          help="An existing one or a new one. A slash goes deeper, as in Contracts/2026. Empty: no folder."
        >
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
          Move
        </FormActions>
      </form>
    </Dialog>
  );
}
