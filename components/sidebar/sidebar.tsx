"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import PanelLeft from "lucide-react/icons/panel-left";
import SquarePen from "lucide-react/icons/square-pen";
import X from "lucide-react/icons/x";
import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { refreshWorkspaces, type Workspace, workspacesQuery } from "@/components/data/workspaces";
import { useTranslations } from "@/components/i18n/words";
import type { SignedInPerson } from "@/components/shell/person";
import { useSidebar } from "@/components/shell/sidebar-state";
import { getButtonClass, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Link, NavLink } from "@/components/ui/link";
import { NameDialog } from "@/components/ui/name-dialog";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { ChatList } from "./chat-list";
import { Folders } from "./folders";
import { PageLinks } from "./page-links";
import { Pinned } from "./pinned";
import { SearchField, toSearchUrl } from "./search-field";
import { useSelection } from "./selection";
import { useListState } from "./use-list-state";
import { UserMenu } from "./user-menu";
import { buildListFilter, DEFAULT_VIEW, type ListState } from "./view";
import { ViewMenu } from "./view-menu";

const InboxLink = lazy(() => import("./inbox-link").then((file) => ({ default: file.InboxLink })));
const MessageMatches = lazy(() =>
  import("./message-matches").then((file) => ({ default: file.MessageMatches })),
);
const SelectionBar = lazy(() => import("./selection-bar").then((file) => ({ default: file.SelectionBar })));

const row = "flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-start text-sm hover:bg-hover";

type SidebarProps = {
  person: SignedInPerson;
  listState: ListState;
  onHelp: () => void;
  onSearch: () => void;
};

export function Sidebar({ person, listState, onHelp, onSearch }: SidebarProps) {
  const t = useTranslations("sidebar");
  const { isHidden, isDrawerOpen, closeDrawer } = useSidebar();
  const [typed, setTyped] = useState("");
  const [isArchive, setIsArchive] = useState(false);
  const search = useSettled(typed.trim());
  const list = useListState(listState);
  const [isNaming, setIsNaming] = useState(false);
  const { chosen, begin } = useSelection();
  const { data: workspaces = [], isLoadingError, refetch } = useQuery(workspacesQuery);
  return (
    <>
      {isDrawerOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Esc closes it too
        <div className="fixed inset-0 z-30 bg-scrim md:hidden" onClick={closeDrawer} />
      )}
      <aside
        id="sidebar"
        aria-label={t("chats")}
        className={cx(
          "z-30 flex w-72 shrink-0 flex-col border-e bg-sunken safe-top max-md:fixed max-md:inset-y-0 max-md:start-0 max-md:w-[min(20rem,85vw)] max-md:shadow-float",
          !isDrawerOpen && "max-md:hidden",
          isHidden && "md:hidden",
        )}
      >
        <Heading />
        <div className="space-y-2 px-2 pb-2">
          <FirstLinks inboxUnread={person.inboxUnread} />
          <div className="flex items-center gap-1">
            <SearchField typed={typed} onType={setTyped} isArchive={isArchive} />
            <ViewMenu
              view={list.view}
              onChange={list.setView}
              onSelect={begin}
              onNewFolder={() => setIsNaming(true)}
            />
          </div>
          <Limits list={list} isArchive={isArchive} onLeaveArchive={() => setIsArchive(false)} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          <Chats
            {...{ search, isArchive, list, workspaces }}
            onRetryFolders={isLoadingError ? () => void refetch() : undefined}
            onArchive={() => setIsArchive(true)}
          />
          {search !== "" && (
            <Suspense>
              <MessageMatches search={search} address={toSearchUrl(search)} onGo={closeDrawer} />
            </Suspense>
          )}
        </div>
        <Suspense>{chosen && <SelectionBar isArchive={isArchive} workspaces={workspaces} />}</Suspense>
        <div className="space-y-1 border-t p-2">
          <PageLinks onSearch={onSearch} onArchive={isArchive ? undefined : () => setIsArchive(true)} />
          <UserMenu person={person} onHelp={onHelp} />
        </div>
      </aside>
      {isNaming && <NewFolderDialog onClose={() => setIsNaming(false)} />}
    </>
  );
}

function Heading() {
  const t = useTranslations("sidebar");
  const { toggle } = useSidebar();
  return (
    <div className="flex h-12 items-center justify-between pe-2 ps-4">
      <Link href="/" className="flex h-7 items-center gap-2 text-lg font-semibold">
        <img src="/icon.svg" alt="" width={22} height={22} /> Parley
      </Link>
      <IconButton label={t("hide")} onClick={toggle}>
        <PanelLeft aria-hidden />
      </IconButton>
    </div>
  );
}

function FirstLinks({ inboxUnread }: Pick<SignedInPerson, "inboxUnread">) {
  const t = useTranslations("sidebar");
  return (
    <>
      <NavLink href="/" className={cx(getButtonClass({ variant: "secondary" }), "w-full")}>
        <SquarePen className="size-4" aria-hidden /> {t("newChat")}
      </NavLink>
      {inboxUnread !== undefined && (
        <StableSuspense fallback={<div className="h-9" />}>
          <InboxLink
            rendered={inboxUnread}
            className={cx(row, "aria-[current]:bg-accent-soft aria-[current]:text-accent")}
          />
        </StableSuspense>
      )}
    </>
  );
}

type LimitsProps = {
  list: ReturnType<typeof useListState>;
  isArchive: boolean;
  onLeaveArchive: () => void;
};

// Shows that the list is limited to the archive or to a tag, with a button that removes the limit.
function Limits({ list: { view, setView }, isArchive, onLeaveArchive }: LimitsProps) {
  const t = useTranslations("sidebar");
  return (
    <>
      {isArchive && (
        <button type="button" className={row} onClick={onLeaveArchive}>
          <ArrowLeft className="size-4" aria-hidden /> {t("backToAll")}
        </button>
      )}
      {view.tag && !isArchive && (
        <button
          type="button"
          aria-label={t("tagShown", { tag: view.tag })}
          className={row}
          onClick={() => setView({ ...view, tag: undefined })}
        >
          <span className="min-w-0 flex-1 truncate">#{view.tag}</span>
          <X className="size-4 text-muted" aria-hidden />
        </button>
      )}
    </>
  );
}

type ChatsProps = {
  search: string;
  isArchive: boolean;
  list: ReturnType<typeof useListState>;
  workspaces: Workspace[];
  /** Present if the folders couldn't be loaded. */
  onRetryFolders: (() => void) | undefined;
  onArchive: () => void;
};

function Chats({ search, isArchive, list, workspaces, onRetryFolders, onArchive }: ChatsProps) {
  const t = useTranslations("sidebar");
  const { view, setView, openFolders, setOpen } = list;
  const listFilter = buildListFilter(search, isArchive, view);
  const isUsual = search === "" && !isArchive && view.filter === "all" && !view.tag;
  return (
    <nav aria-label={t(isArchive ? "archivedChats" : "chats")}>
      {onRetryFolders && isUsual && (
        <p role="alert" className="px-3 pt-4 text-xs text-muted">
          {t("foldersFailed")}{" "}
          <button type="button" className="underline" onClick={onRetryFolders}>
            {t("tryAgain")}
          </button>
        </p>
      )}
      {isUsual && !listFilter.sort && <Pinned />}
      {isUsual && workspaces.length > 0 && (
        <Folders workspaces={workspaces} sort={listFilter.sort} openFolders={openFolders} onOpen={setOpen} />
      )}
      <ChatList
        asked={listFilter}
        onWiden={onArchive}
        onShowAll={() => setView({ filter: DEFAULT_VIEW.filter, sort: view.sort })}
      />
    </nav>
  );
}

function NewFolderDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("sidebar");
  const client = useQueryClient();
  return (
    <NameDialog
      title={t("newFolder")}
      action={t("create")}
      maxLength={100}
      onClose={onClose}
      onName={async (name) => {
        await call(chatWorkspacesApi.createWorkspace, { body: { name, usable_by: "creator" } });
        await refreshWorkspaces(client);
      }}
    />
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}
