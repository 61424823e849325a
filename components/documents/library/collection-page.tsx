"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { collectionQuery, useRefreshDocuments, type WholeCollection } from "@/components/data/documents";
import { Connectors } from "@/components/documents/connectors/connectors";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/operations";
import { DocumentList } from "./list";
import { DocumentsFrame } from "./page-frame";
import { UploadArea, UploadButton, UploadList } from "./upload-area";
import { useUploads } from "./uploads";

export function CollectionPage({ id }: { id: number }) {
  const t = useTranslations("collections");
  const problem = useProblem();
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  const uploads = useUploads({ collection_id: id });
  return (
    <UploadArea uploads={uploads}>
      <DocumentsFrame
        at="/documents/collections"
        title={collection?.name ?? t("collection")}
        about={collection?.description ?? t("aboutOne")}
        actions={
          <>
            {collection?.may_change && <Change collection={collection} />}
            {collection?.may_change && <UploadButton uploads={uploads} />}
          </>
        }
      >
        {error && !collection && (
          <ErrorState what={t("oneFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        {!collection && !error && <Loading label={t("loadingOne")} className="mt-4 h-40 rounded-xl" />}
        <UploadList uploads={uploads} />
        {collection && (
          <>
            <DocumentList
              which={{ collection_id: id }}
              canTakeOut={collection.may_change}
              withFolder
              empty={
                <div className="mt-4 rounded-xl border border-dashed">
                  <EmptyState title={t("empty")}>
                    {t(collection.may_change ? "emptyHelp" : "emptyHelpOthers")}
                  </EmptyState>
                </div>
              }
            />
            {collection.may_change && <Connectors collection={collection.id} />}
            <Chats collection={collection} />
          </>
        )}
      </DocumentsFrame>
    </UploadArea>
  );
}

function Chats({ collection: { chats, chats_count: count } }: { collection: WholeCollection }) {
  const t = useTranslations("collections");
  const others = count - chats.length;
  return (
    <section aria-labelledby="chats-title" className="mt-8 text-sm">
      <h2 id="chats-title" className="text-base font-semibold">
        {t("attachedTo")}
      </h2>
      {count === 0 && <p className="mt-1 text-muted">{t("noChats")}</p>}
      {chats.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {chats.map(({ id, uuid, name }) => (
            <li key={id} className="max-w-full">
              <Link
                href={`/chats/${uuid}`}
                className="block truncate rounded-lg border bg-surface px-2.5 py-1.5 hover:bg-hover"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="mt-2 text-muted">
          {t(chats.length > 0 ? "moreChats" : "otherChats", { count: others })}
        </p>
      )}
    </section>
  );
}

function Change({ collection }: { collection: WholeCollection }) {
  const t = useTranslations("collections");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("edit")}</Button>
      {isOpen && <ChangeDialog collection={collection} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog({ collection, onClose }: { collection: WholeCollection; onClose: () => void }) {
  const t = useTranslations("collections");
  const problem = useProblem();
  const { id } = collection;
  const [name, setName] = useState(collection.name);
  const [description, setDescription] = useState(collection.description ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readAgain = useRefreshDocuments();
  const router = useRouter();
  const say = useToast();
  const save = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await call(collectionsApi.updateCollection, { params: { id }, body: { name, description } });
      await readAgain();
      onClose();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t("details")}>
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={t("name")} error={failure}>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={100}
              autoFocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("description")} help={t("descriptionHelp")}>
          {(wiring) => (
            <Textarea
              {...wiring}
              value={description}
              maxLength={2000}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <span className="me-auto">
            <ConfirmButton
              action={t("delete")}
              question={t("deleteQuestion", { name: collection.name })}
              onConfirm={async () => {
                await call(collectionsApi.deleteCollection, { params: { id } });
                say(t("deleted", { name: collection.name }));
                router.push("/documents/collections");
                void readAgain();
              }}
            >
              {t("deleteHelp")}
            </ConfirmButton>
          </span>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ""}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
