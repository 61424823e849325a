"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import FolderIcon from "lucide-react/icons/folder";
import { type ReactNode, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { type DocumentFilter, type DocumentItem, documentsQuery } from "@/components/data/documents";
import { CollectDialog } from "@/components/documents/viewer/collect-dialog";
import { DocumentMenu, useDeleteDocuments } from "@/components/documents/viewer/document-actions";
import { Failure } from "@/components/documents/viewer/failure";
import { DocumentLink } from "@/components/documents/viewer/message-files";
import { MoveDialog } from "@/components/documents/viewer/move-dialog";
import { StateBadge } from "@/components/documents/viewer/state";
import { formatFileSize } from "@/components/i18n/file-size";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ErrorState, Loading } from "@/components/ui/states";
import { TypeIcon } from "@/components/ui/type-icon";
import { getFolderName } from "./folders";

const DocumentAccess = lazy(() =>
  import("@/components/documents/viewer/document-access").then((file) => ({ default: file.DocumentAccess })),
);

type DocumentListProps = {
  which: DocumentFilter;
  folders?: { folder: string; count: number }[];
  hrefOf?: (folder: string) => string;
  onFolder?: (folder: string) => void;
  empty: ReactNode;
  withFolder?: boolean;
  canTakeOut?: boolean;
};

export function DocumentList({
  which,
  folders = [],
  hrefOf,
  onFolder,
  empty,
  withFolder = false,
  canTakeOut = false,
}: DocumentListProps) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const { data, error, refetch, isPending, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(documentsQuery(which));
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const documents = data?.pages.flat() ?? [];
  const chosen = documents.filter(({ id }) => chosenIds.has(id));
  if (error && !data)
    return <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />;
  if (isPending) return <Loading label={t("loading")} className="mt-4 h-40 rounded-xl" />;
  if (documents.length === 0 && folders.length === 0) return empty;
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosenIds);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosenIds(next);
  };
  return (
    <>
      {chosen.length > 0 && (
        <Chosen
          documents={chosen}
          chat={which.chat_id}
          onAll={
            chosen.length < documents.length
              ? () => setChosenIds(new Set(documents.map(({ id }) => id)))
              : undefined
          }
          onClear={() => setChosenIds(new Set())}
        />
      )}
      <ul aria-label={t("title")} className="mt-4 divide-y rounded-xl border bg-surface text-sm">
        {folders.map(({ folder, count }) => (
          <FolderItem key={folder} {...{ folder, count, hrefOf, onFolder }} />
        ))}
        {documents.map((document) => (
          <Row
            key={document.id}
            document={document}
            collectionId={canTakeOut ? which.collection_id : undefined}
            withFolder={withFolder}
            isChosen={chosenIds.has(document.id)}
            onChoose={(isChosen) => choose(document.id, isChosen)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("showMore")}
          </Button>
        </div>
      )}
    </>
  );
}

type FolderItemProps = Pick<DocumentListProps, "hrefOf" | "onFolder"> & { folder: string; count: number };

function FolderItem({ folder, count, hrefOf, onFolder }: FolderItemProps) {
  const t = useTranslations("documents");
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <FolderIcon className="size-5 shrink-0 text-muted" aria-hidden />
      {hrefOf ? (
        <Link href={hrefOf(folder)} className="min-w-0 flex-1 truncate font-medium hover:underline">
          {getFolderName(folder)}
        </Link>
      ) : (
        <button
          type="button"
          onClick={() => onFolder?.(folder)}
          className="min-w-0 flex-1 truncate text-start font-medium hover:underline"
        >
          {getFolderName(folder)}
        </button>
      )}
      <span className="shrink-0 text-muted">{t("documentCount", { count })}</span>
    </li>
  );
}

function Row({
  document,
  collectionId,
  withFolder,
  isChosen,
  onChoose,
}: {
  document: DocumentItem;
  collectionId: number | undefined;
  withFolder: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const t = useTranslations("documents");
  const moments = useMoments();
  const { id, file_name: name, folder, size, pages, created_by: maker, created_at } = document;
  const facts = [
    withFolder && folder,
    formatFileSize(size, t.locale),
    pages !== null && pages > 1 && t("pageCount", { count: pages }),
    maker?.full_name,
    moments.day(created_at),
  ];
  return (
    <li className="flex items-center gap-3 py-1.5 pe-1.5 ps-3">
      <input
        type="checkbox"
        aria-label={t("select", { name })}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
      />
      <TypeIcon type={document.mime_type} />
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {document.place === "chat" ? (
            <DocumentLink id={id} className="min-w-0 font-medium wrap-anywhere hover:underline">
              {name}
            </DocumentLink>
          ) : (
            <Link href={`/documents/${id}`} className="min-w-0 font-medium wrap-anywhere hover:underline">
              {name}
            </Link>
          )}
          <StateBadge document={document} />
          {document.usable_by && <AudienceBadge usableBy={document.usable_by} />}
        </p>
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
        {document.status === "failed" && <Failure document={document} />}
        {document.status === "ready" && document.note && (
          <p className="wrap-anywhere">
            <Reason>{document.note}</Reason>
          </p>
        )}
      </div>
      <DocumentMenu document={document} collectionId={collectionId} />
    </li>
  );
}

function Chosen({
  documents,
  chat,
  onAll,
  onClear,
}: {
  documents: DocumentItem[];
  chat: string | undefined;
  onAll?: () => void;
  onClear: () => void;
}) {
  const t = useTranslations("documents");
  const [action, setAction] = useState<"move" | "collect" | "access">();
  const close = () => setAction(undefined);
  const remove = useDeleteDocuments(onClear);
  const areMine = documents.every(({ may_change }) => may_change);
  return (
    <div
      role="toolbar"
      aria-label={t("selected")}
      className="mt-4 flex flex-wrap items-center gap-2 rounded-xl bg-accent-soft px-3 py-2 text-sm"
    >
      <span className="me-auto font-medium">{t("selectedCount", { count: documents.length })}</span>
      <Button size="small" onClick={() => setAction("collect")}>
        {t("addToCollection")}
      </Button>
      {areMine && (
        <>
          <Button size="small" onClick={() => setAction("move")}>
            {t("move")}
          </Button>
          {documents.every(({ place }) => place === "library") && (
            <Button size="small" onClick={() => setAction("access")}>
              {t("whoReads")}
            </Button>
          )}
          <Button size="small" variant="caution" onClick={() => remove(documents)}>
            {t("delete")}
          </Button>
        </>
      )}
      {onAll && (
        <Button size="small" variant="quiet" onClick={onAll}>
          {t("selectAll")}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        {t("clear")}
      </Button>
      {action === "move" && <MoveDialog {...{ documents, chat }} onClose={close} onMoved={onClear} />}
      {action === "access" && (
        <Suspense>
          <DocumentAccess documents={documents} onClose={close} onDone={onClear} />
        </Suspense>
      )}
      {action === "collect" && <CollectDialog documents={documents} onClose={close} onDone={onClear} />}
    </div>
  );
}
