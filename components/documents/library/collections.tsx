"use client";

import { useQuery } from "@tanstack/react-query";
import LibraryBig from "lucide-react/icons/library-big";
import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { collectionsQuery, useRefreshDocuments } from "@/components/data/documents";
import { useLibraryRights } from "@/components/data/library-rights";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { DocumentsFrame } from "./page-frame";

const CollectionForm = lazy(() =>
  import("./collection-form").then((file) => ({ default: file.CollectionForm })),
);

export function Collections() {
  const t = useTranslations("collections");
  const problem = useProblem();
  const { data, error, refetch } = useQuery(collectionsQuery());
  const [isNaming, setIsNaming] = useState(false);
  const router = useRouter();
  const readAgain = useRefreshDocuments();
  const { canAdd } = useLibraryRights();
  return (
    <DocumentsFrame
      at="/documents/collections"
      about={t("about")}
      actions={
        canAdd && (
          <Button variant="primary" onClick={() => setIsNaming(true)}>
            <Plus className="size-4" aria-hidden /> {t("newCollection")}
          </Button>
        )
      }
    >
      {error && !data && (
        <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />
      )}
      {!data && !error && <Loading label={t("loading")} className="mt-4 h-40 rounded-xl" />}
      {data?.length === 0 && (
        <div className="mt-4 rounded-xl border border-dashed">
          <EmptyState title={t("none")} icon={<LibraryBig aria-hidden />}>
            {t("noneHelp")}
          </EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t("title")} className="mt-4 cards">
          {data.map(
            ({ id, name, description, usable_by, documents_count: documents, chats_count: chats }) => (
              <li key={id} className="min-w-0">
                <Link
                  href={`/documents/collections/${id}`}
                  className="flex h-full flex-col gap-1 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
                >
                  <span className="flex items-center gap-2">
                    <span className="min-w-0 truncate font-medium">{name}</span>
                    <AudienceBadge usableBy={usable_by} />
                  </span>
                  {description && <span className="line-clamp-2 text-sm wrap-anywhere">{description}</span>}
                  <span className="mt-auto pt-2 text-sm text-muted">
                    {t("summary", { documents, chats })}
                  </span>
                </Link>
              </li>
            ),
          )}
        </ul>
      )}
      {isNaming && (
        <Suspense>
          <CollectionForm
            onClose={() => setIsNaming(false)}
            onSaved={({ id }) => {
              void readAgain();
              router.push(`/documents/collections/${id}`);
            }}
          />
        </Suspense>
      )}
    </DocumentsFrame>
  );
}
