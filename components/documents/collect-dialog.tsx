"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { collectionsQuery, type DocumentItem, useRefreshDocuments } from "@/components/data/documents";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/contract";
import { counted } from "./folders";

const NEW = "new";

/** Puts documents into a collection, of chats as copies. */
export function CollectDialog({
  documents,
  onClose,
  onDone,
}: {
  documents: DocumentItem[];
  onClose: () => void;
  onDone?: () => void;
}) {
  const { data, error, refetch } = useQuery(collectionsQuery());
  const collections = data?.filter(({ may_change }) => may_change);
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readAgain = useRefreshDocuments();
  const say = useToast();
  const into = chosen ?? String(collections?.[0]?.id ?? NEW);
  const add = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const collection =
        into === NEW
          ? await call(collectionsApi.createCollection, { body: { name: name.trim() } })
          : collections!.find(({ id }) => String(id) === into)!;
      setChosen(String(collection.id));
      for (const { id } of documents)
        await call(collectionsApi.addToCollection, { params: { id: collection.id, document_id: id } });
      say(`${counted(documents.length, "document")} put into “${collection.name}”.`);
      onDone?.();
      onClose();
    } catch (caught) {
      setFailure((caught as Error).message);
      setIsBusy(false);
    }
    void readAgain();
  };
  const isOfChat = documents.some(({ place }) => place === "chat");
  return (
    <Dialog open onClose={onClose} title="Add to a collection">
      {error && !collections && (
        <ErrorState
          what="The collections could not be read."
          reason={error.message}
          retry={() => void refetch()}
        />
      )}
      {!collections && !error && <Loading label="Loading the collections" className="h-24" />}
      {collections && (
        <form
          className="flex flex-col gap-4 p-0.5"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          {isOfChat && (
            <p className="text-muted">
              Everybody in the group sees what is in a collection. The document stays in the chat; a copy of
              it goes into the library.
            </p>
          )}
          <Field label="Collection" error={into === NEW ? undefined : failure}>
            {(wiring) => (
              <Select {...wiring} value={into} onChange={(event) => setChosen(event.target.value)}>
                {collections.map((collection) => (
                  <option key={collection.id} value={collection.id}>
                    {collection.name}
                  </option>
                ))}
                <option value={NEW}>New collection…</option>
              </Select>
            )}
          </Field>
          {into === NEW && (
            <Field label="Name" error={failure}>
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
            Add
          </FormActions>
        </form>
      )}
    </Dialog>
  );
}
