"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { collectionQuery, useRefreshDocuments, type WholeCollection } from "@/components/data/documents";
import { Connectors } from "@/components/documents/connectors/connectors";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { DocumentList } from "./list";
import { DocumentsFrame } from "./page-frame";
import { UploadArea, UploadButton, UploadList } from "./upload-area";
import { useUploads } from "./uploads";

const CollectionForm = lazy(() =>
  import("./collection-form").then((file) => ({ default: file.CollectionForm })),
);

export function CollectionPage({ id }: { id: number }) {
  const t = useTranslations("collections");
  const problem = useProblem();
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  const uploads = useUploads({ collection_id: id });
  return (
    <UploadArea uploads={collection?.may_change ? uploads : undefined}>
      <DocumentsFrame
        at="/documents/collections"
        title={collection?.name ?? t("collection")}
        about={
          <>
            {collection && <AudienceBadge usableBy={collection.usable_by} />}{" "}
            {collection?.description ?? (collection?.usable_by === "group" && t("aboutOne"))}
          </>
        }
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
  const readAgain = useRefreshDocuments();
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("edit")}</Button>
      {isOpen && (
        <Suspense>
          <CollectionForm
            collection={collection}
            onSaved={() => void readAgain()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
