"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import FileText from "lucide-react/icons/file-text";
import Library from "lucide-react/icons/library";
import X from "lucide-react/icons/x";
import { Suspense, useDeferredValue, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { collectionsQuery, documentsQuery } from "@/components/data/documents";
import { getStateText } from "@/components/documents/viewer/state";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { SearchField } from "@/components/ui/search-field";
import { Rows } from "@/components/ui/section";
import { ErrorState, Loading } from "@/components/ui/states";
import type { FieldsProps } from "./fields";

const KnowledgeUpload = lazy(() =>
  import("./knowledge-upload").then((file) => ({ default: file.KnowledgeUpload })),
);

export function KnowledgeFields({ draft, faults, set, addDocument }: FieldsProps) {
  const t = useTranslations("assistantKnowledge");
  const { documents, collections } = draft;
  const known = [
    ...collections.map(({ id, name }) => ({
      key: `c${id}`,
      name,
      Icon: Library,
      remove: () => set({ collections: collections.filter((one) => one.id !== id) }),
    })),
    ...documents.map(({ id, file_name }) => ({
      key: `d${id}`,
      name: file_name,
      Icon: FileText,
      remove: () => set({ documents: documents.filter((one) => one.id !== id) }),
    })),
  ];
  const fault = faults.documents ?? faults.collections;
  return (
    <>
      <p className="text-sm text-muted">{t("lead")}</p>
      {fault && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {known.length === 0 ? (
        <p className="rounded-xl border border-dashed px-4 py-6 text-center text-sm text-muted">
          {t("empty")}
        </p>
      ) : (
        <Rows label={t("knows")}>
          {known.map(({ key, name, Icon, remove }) => (
            <li key={key} className="flex min-h-11 items-center gap-3 ps-4 pe-1 text-sm">
              <Icon className="size-4 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <IconButton label={t("remove", { name })} onClick={remove}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </Rows>
      )}
      <Suspense fallback={<div className="h-14" />}>
        <KnowledgeUpload onAdded={addDocument} />
      </Suspense>
      <Collections {...{ draft, set }} />
      <Documents {...{ draft, set }} />
    </>
  );
}

type Choosing = Pick<FieldsProps, "draft" | "set">;

function Collections({ draft, set }: Choosing) {
  const t = useTranslations("assistantKnowledge");
  const { data = [] } = useQuery(collectionsQuery());
  if (data.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("collections")}</legend>
      <ul className="mt-2 max-h-60 divide-y overflow-y-auto rounded-xl border bg-surface text-sm">
        {data.map(({ id, name, documents_count }) => (
          <CheckboxRow
            key={id}
            name={name}
            note={t("count", { count: documents_count })}
            isChosen={draft.collections.some((one) => one.id === id)}
            onChoose={(isIn) => {
              const others = draft.collections.filter((one) => one.id !== id);
              set({ collections: isIn ? [...others, { id, name }] : others });
            }}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function Documents({ draft, set }: Choosing) {
  const t = useTranslations("assistantKnowledge");
  const ofFiles = useTranslations("files");
  const problem = useProblem();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const list = useInfiniteQuery(documentsQuery({ place: "library", ...(search && { search }) }));
  const found = list.data?.pages.flat() ?? [];
  if (list.error && !list.data)
    return <ErrorState what={t("failed")} reason={problem(list.error)} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading label={t("loading")} className="h-24 rounded-xl" />;
  if (found.length === 0 && !search) return <p className="text-sm text-muted">{t("libraryEmpty")}</p>;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("documents")}</legend>
      <div className="mt-2">
        <SearchField label={t("search")} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t("noMatches", { search })}</p>
      ) : (
        <ul className="mt-2 max-h-80 divide-y overflow-y-auto rounded-xl border bg-surface text-sm">
          {found.map(({ id, file_name, folder, ...state }) => (
            <CheckboxRow
              key={id}
              name={file_name}
              note={
                [folder, state.status !== "ready" && getStateText(ofFiles, state)]
                  .filter(Boolean)
                  .join(" · ") || undefined
              }
              isChosen={draft.documents.some((one) => one.id === id)}
              onChoose={(isIn) => {
                const others = draft.documents.filter((one) => one.id !== id);
                set({ documents: isIn ? [...others, { id, file_name }] : others });
              }}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          size="small"
          className="mt-2"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </fieldset>
  );
}
