"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { type DocumentItem, documentsQuery, isBeingRead } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { SearchField } from "@/components/ui/search-field";
import { ErrorState, Loading } from "@/components/ui/states";
import type { Translate } from "@/lib/platform/words/translate";

// Longer lists get a search field.
const MANY = 10;

export function KnowledgeDocuments({
  chat,
  chosen,
  onChoose,
}: {
  chat: Chat;
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
}) {
  const t = useTranslations("shareKnowledge");
  const problem = useProblem();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch, isPending, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(documentsQuery({ chat_id: chat.uuid, ...(search && { search }) }));
  const documents = data?.pages.flat() ?? [];
  if (error && !data)
    return <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />;
  if (isPending) return <Loading label={t("loading")} className="h-24 rounded-xl" />;
  if (documents.length === 0 && !search)
    return chat.collections.length > 0 ? null : <p className="text-sm text-muted">{t("nothingThere")}</p>;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("documents")}</legend>
      {(search || documents.length > MANY) && (
        <div className="mt-2">
          <SearchField label={t("search")} value={typed} onChange={setTyped} />
        </div>
      )}
      {documents.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t("noMatches", { search })}</p>
      ) : (
        <ul className="mt-2 max-h-80 divide-y overflow-y-auto rounded-xl border bg-surface text-sm">
          {documents.map((document) => (
            <CheckboxRow
              key={document.id}
              name={document.file_name}
              note={getNote(t, document)}
              isChosen={chosen.has(document.id)}
              onChoose={(isIn) => onChoose(document.id, isIn)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" className="mt-2" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("moreDocuments")}
        </Button>
      )}
    </fieldset>
  );
}

function getNote(t: Translate<"shareKnowledge">, document: DocumentItem): string | undefined {
  if (document.status === "failed") return t("failedDocument");
  return isBeingRead(document) ? t("notReady") : undefined;
}
