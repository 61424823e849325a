"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { collectionsQuery, type DocumentItem, useRefreshDocuments } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/operations";

const NEW = "new";

type CollectDialogProps = { documents: DocumentItem[]; onClose: () => void; onDone?: () => void };

export function CollectDialog({ documents, onClose, onDone }: CollectDialogProps) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const { data, error, refetch } = useQuery(collectionsQuery());
  const collections = data?.filter(({ may_change }) => may_change);
  return (
    <Dialog open onClose={onClose} title={t("addToCollection")}>
      {error && !collections && (
        <ErrorState what={t("collectionsFailed")} reason={problem(error)} retry={() => void refetch()} />
      )}
      {!collections && !error && <Loading label={t("loadingCollections")} className="h-24" />}
      {collections && <CollectForm {...{ documents, collections, onClose, onDone }} />}
    </Dialog>
  );
}

type CollectFormProps = CollectDialogProps & { collections: { id: number; name: string }[] };

function CollectForm({ documents, collections, onClose, onDone }: CollectFormProps) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readAgain = useRefreshDocuments();
  const say = useToast();
  const into = chosen ?? String(collections[0]?.id ?? NEW);
  const add = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const collection =
        into === NEW
          ? await call(collectionsApi.createCollection, { body: { name: name.trim() } })
          : collections.find(({ id }) => String(id) === into)!;
      setChosen(String(collection.id));
      for (const { id } of documents)
        await call(collectionsApi.addToCollection, { params: { id: collection.id, document_id: id } });
      say(t("putIntoCollection", { count: documents.length, collection: collection.name }));
      onDone?.();
      onClose();
    } catch (caught) {
      setFailure(problem(caught));
      setIsBusy(false);
    }
    void readAgain();
  };
  const isCopied = documents.some(({ place }) => place !== "library");
  return (
    <form
      className="flex flex-col gap-4 p-0.5"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {isCopied && <p className="text-muted">{t("collectionHelp", { count: documents.length })}</p>}
      <Field label={t("collection")} error={into === NEW ? undefined : failure}>
        {(wiring) => (
          <Select {...wiring} value={into} onChange={(event) => setChosen(event.target.value)}>
            {collections.map((collection) => (
              <option key={collection.id} value={collection.id}>
                {collection.name}
              </option>
            ))}
            <option value={NEW}>{t("newCollection")}</option>
          </Select>
        )}
      </Field>
      {into === NEW && (
        <Field label={t("collectionName")} error={failure}>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={into === NEW && name.trim() === ""}>
        {t("add")}
      </FormActions>
    </form>
  );
}
