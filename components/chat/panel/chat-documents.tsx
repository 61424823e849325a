"use client";

import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import LibraryBig from "lucide-react/icons/library-big";
import X from "lucide-react/icons/x";
import { useDeferredValue, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { collectionsQuery, foldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { getFolderName, listSubfolders } from "@/components/documents/library/folders";
import { DocumentList } from "@/components/documents/library/list";
import { UploadArea, UploadButton, UploadList } from "@/components/documents/library/upload-area";
import { useUploads } from "@/components/documents/library/uploads";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { IconButton } from "@/components/ui/button";
import { Options, Select } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { ChatSetting } from "@/lib/chat/chats/settings";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { chatCollectionsApi } from "@/lib/knowledge/collections/operations";
import { Toggle } from "./setting-fields";

const reads: ChatSetting[] = ["search_in_documents", "search_in_chat", "search_in_workspace"];

export function ChatDocuments({ chat }: { chat: Chat }) {
  const t = useTranslations("chatDocuments");
  const problem = useProblem();
  const [folder, setFolder] = useState("");
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const uploads = useUploads({ chat_id: chat.uuid, folder });
  const { data: folders, error, refetch } = useQuery(foldersQuery(chat.uuid));
  const isReader = chat.my_role === "member";
  const canAdd = chat.documents_and_collections_enabled;
  const which = { chat_id: chat.uuid, ...(search ? { search } : { folder }) };
  return (
    <UploadArea uploads={uploads}>
      <div className="flex flex-col gap-6 pb-4">
        <section aria-labelledby="chat-documents">
          <div className="flex items-center justify-between gap-2">
            <h2 id="chat-documents" className="font-semibold">
              {t("title")}
            </h2>
            {canAdd && <UploadButton uploads={uploads} small />}
          </div>
          <p className="mt-1 text-muted">{t(canAdd ? "about" : "aboutOff")}</p>
          {chat.documents_count > 5 && (
            <div className="mt-3">
              <SearchField label={t("searchDocuments")} value={typed} onChange={setTyped} />
            </div>
          )}
          {folder !== "" && !search && (
            <button
              type="button"
              onClick={() => setFolder(folder.split("/").slice(0, -1).join("/"))}
              className="mt-3 flex items-center gap-1 text-muted hover:text-ink"
            >
              <ArrowLeft className="size-4" aria-hidden />{" "}
              {t("leaveFolder", { folder: getFolderName(folder) })}
            </button>
          )}
          <UploadList uploads={uploads} />
          {error && (
            <ErrorState what={t("foldersFailed")} reason={problem(error)} retry={() => void refetch()} />
          )}
          <DocumentList
            key={`${folder}\n${search}`}
            which={which}
            folders={search ? [] : listSubfolders(folders ?? [], folder)}
            onFolder={setFolder}
            withFolder={search !== ""}
            empty={
              <EmptyState title={search ? t("noMatches", { search }) : t("noDocuments")}>
                {!search && canAdd && t("noDocumentsHelp")}
              </EmptyState>
            }
          />
        </section>
        {(!isReader || chat.collections.length > 0) && <Attached chat={chat} isReader={isReader} />}
        {!isReader && (
          <section aria-labelledby="chat-reads" className="flex flex-col gap-4 border-t pt-4">
            <h2 id="chat-reads" className="font-semibold">
              {t("sources")}
            </h2>
            <p className="text-muted">{t("sourcesHelp")}</p>
            {reads.map((setting) => (
              <Toggle key={setting} chat={chat} setting={setting} />
            ))}
          </section>
        )}
      </div>
    </UploadArea>
  );
}

function Attached({ chat, isReader }: { chat: Chat; isReader: boolean }) {
  const t = useTranslations("chatDocuments");
  const problem = useProblem();
  const { data: all, error, refetch } = useQuery(collectionsQuery());
  const [busy, setBusy] = useState<number>();
  const readAgain = useRefreshDocuments();
  const say = useToast();
  const change = async (id: number, operation: "attachCollection" | "detachCollection") => {
    setBusy(id);
    try {
      await call(chatCollectionsApi[operation], { params: { chat_id: chat.uuid, collection_id: id } });
      await readAgain();
    } catch (caught) {
      say(caught as Error);
    }
    setBusy(undefined);
  };
  const others = all?.filter(({ id }) => !chat.collections.some((attached) => attached.id === id)) ?? [];
  return (
    <section aria-labelledby="chat-collections" className="border-t pt-4">
      <h2 id="chat-collections" className="font-semibold">
        {t("collections")}
      </h2>
      <p className="mt-1 text-muted">
        {t("collectionsHelp")} {t("onlyIfAllRead")}
      </p>
      {chat.collections.length > 0 && (
        <ul aria-label={t("attached")} className="mt-3 divide-y rounded-xl border bg-surface">
          {chat.collections.map(({ id, name }) => {
            const found = all?.find((collection) => collection.id === id);
            return (
              <AttachedItem
                key={id}
                collection={{ id, name, count: found?.documents_count, usableBy: found?.usable_by }}
                isReader={isReader}
                isBusy={busy === id}
                onDetach={() => void change(id, "detachCollection")}
              />
            );
          })}
        </ul>
      )}
      {error && !all && (
        <ErrorState what={t("collectionsFailed")} reason={problem(error)} retry={() => void refetch()} />
      )}
      {!isReader && others.length > 0 && (
        <Select
          aria-label={t("attach")}
          value=""
          disabled={busy !== undefined}
          onChange={(event) => void change(Number(event.target.value), "attachCollection")}
          className="mt-3"
        >
          <option value="">{t("attachChoice")}</option>
          <Options of={others} />
        </Select>
      )}
      {all?.length === 0 && (
        <p className="mt-3">
          {t.rich("noCollections", {
            link: (text) => (
              <Link href="/documents/collections" className="text-accent underline">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </section>
  );
}

type AttachedItemProps = {
  collection: {
    id: number;
    name: string;
    count: number | undefined;
    usableBy: UsableBy | undefined;
  };
  isReader: boolean;
  isBusy: boolean;
  onDetach: () => void;
};

function AttachedItem({ collection, isReader, isBusy, onDetach }: AttachedItemProps) {
  const { id, name, count, usableBy } = collection;
  const t = useTranslations("chatDocuments");
  return (
    <li className="flex items-center gap-3 py-1 pe-1 ps-3" aria-busy={isBusy}>
      <LibraryBig className="size-5 shrink-0 text-muted" aria-hidden />
      <Link href={`/documents/collections/${id}`} className="min-w-0 flex-1 truncate hover:underline">
        {name}
      </Link>
      {usableBy && <AudienceBadge usableBy={usableBy} />}
      {count !== undefined && <span className="shrink-0 text-muted">{t("documentCount", { count })}</span>}
      {!isReader && (
        <IconButton label={t("detach", { name })} disabled={isBusy} onClick={onDetach}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
