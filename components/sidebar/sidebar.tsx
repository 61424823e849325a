"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Bot from "lucide-react/icons/bot";
import FileText from "lucide-react/icons/file-text";
import Film from "lucide-react/icons/film";
import LayoutTemplate from "lucide-react/icons/layout-template";
import PanelLeft from "lucide-react/icons/panel-left";
import Search from "lucide-react/icons/search";
import SquarePen from "lucide-react/icons/square-pen";
import X from "lucide-react/icons/x";
import Zap from "lucide-react/icons/zap";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, Suspense, useDeferredValue, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { refreshWorkspaces, workspacesQuery } from "@/components/data/workspaces";
import { useWords } from "@/components/i18n/words";
import type { SignedInPerson } from "@/components/shell/person";
import { useSidebar } from "@/components/shell/sidebar-state";
import { getButtonClass, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Link, NavLink } from "@/components/ui/link";
import { NameDialog } from "@/components/ui/name-dialog";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/contract";
import type { Key } from "@/lib/platform/words/screens";
import { ChatList } from "./chat-list";
import { Folders } from "./folders";
import { Pinned } from "./pinned";
import { useSelection } from "./selection";
import { useListState } from "./use-list-state";
import { UserMenu } from "./user-menu";
import { buildListFilter, type ListState, USUAL } from "./view";
import { ViewMenu } from "./view-menu";

const InboxLink = lazy(() => import("./inbox-link").then((file) => ({ default: file.InboxLink })));
const MessageMatches = lazy(() =>
  import("./message-matches").then((file) => ({ default: file.MessageMatches })),
);
const SelectionBar = lazy(() => import("./selection-bar").then((file) => ({ default: file.SelectionBar })));

const pages: { href: string; name: Key<"sidebar">; Icon: typeof Search }[] = [
  { href: "/search", name: "search", Icon: Search },
  { href: "/assistants", name: "assistants", Icon: Bot },
  { href: "/documents", name: "documents", Icon: FileText },
  { href: "/video", name: "video", Icon: Film },
  { href: "/tasks", name: "templates", Icon: LayoutTemplate },
  { href: "/task-actions", name: "prompts", Icon: Zap },
];

const row = "flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-start text-sm hover:bg-hover";
const sign =
  "inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:size-10";

export function Sidebar({
  person,
  listState,
  onHelp,
  onSearch,
}: {
  person: SignedInPerson;
  listState: ListState;
  onHelp: () => void;
  onSearch: () => void;
}) {
  const t = useWords("sidebar");
  const { isHidden, isDrawerOpen, toggle, closeDrawer } = useSidebar();
  const [typed, setTyped] = useState("");
  const [isArchive, setIsArchive] = useState(false);
  const search = useSettled(typed.trim());
  const { view, openFolders, setView, setOpen } = useListState(listState);
  const [isNaming, setIsNaming] = useState(false);
  const { chosen, begin } = useSelection();
  const client = useQueryClient();
  const router = useRouter();
  const { data: workspaces = [], isLoadingError, refetch } = useQuery(workspacesQuery);
  const listFilter = buildListFilter(search, isArchive, view);
  const isUsual = search === "" && !isArchive && view.filter === "all" && !view.tag;
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setTyped("");
    // The list below already shows matching chats; Enter opens the full search.
    if (event.key !== "Enter" || !typed.trim()) return;
    closeDrawer();
    router.push(searchAddress(typed.trim()));
  };
  // Opens the palette, unless the link is opened in a new tab or window.
  const searchHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onSearch();
  };
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
        <div className="flex h-12 items-center justify-between pe-2 ps-4">
          <Link href="/" className="flex items-center gap-2 text-lg font-semibold">
            <img src="/icon.svg" alt="" width={22} height={22} /> Parley
          </Link>
          <IconButton label={t("hide")} onClick={toggle}>
            <PanelLeft aria-hidden />
          </IconButton>
        </div>
        <div className="space-y-2 px-2 pb-2">
          <NavLink href="/" className={cx(getButtonClass({ variant: "secondary" }), "w-full")}>
            <SquarePen className="size-4" aria-hidden /> {t("newChat")}
          </NavLink>
          {person.inboxUnread !== undefined && (
            <Suspense fallback={<div className="h-9" />}>
              <InboxLink
                rendered={person.inboxUnread}
                className={cx(row, "aria-[current]:bg-accent-soft aria-[current]:text-accent")}
              />
            </Suspense>
          )}
          <div className="flex items-center gap-1">
            <div className="relative min-w-0 flex-1">
              <Search
                className="pointer-events-none absolute top-2.5 start-3 size-4 text-muted"
                aria-hidden
              />
              <input
                id="chat-search"
                type="search"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={onSearchKey}
                aria-label={t(isArchive ? "searchArchive" : "searchChats")}
                placeholder={t(isArchive ? "searchArchive" : "searchChats")}
                maxLength={200}
                className="h-9 w-full rounded-lg bg-hover pe-8 ps-9 text-sm [&::-webkit-search-cancel-button]:hidden"
              />
              {typed && (
                <button
                  type="button"
                  aria-label={t("clearSearch")}
                  onClick={() => setTyped("")}
                  className="absolute top-1.5 end-1.5 rounded-md p-1 text-muted hover:text-ink"
                >
                  <X className="size-4" aria-hidden />
                </button>
              )}
            </div>
            <ViewMenu view={view} onChange={setView} onSelect={begin} onNewFolder={() => setIsNaming(true)} />
          </div>
          {isArchive && (
            <button type="button" className={row} onClick={() => setIsArchive(false)}>
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
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          <nav aria-label={t(isArchive ? "archivedChats" : "chats")}>
            {isLoadingError && isUsual && (
              <p role="alert" className="px-3 pt-4 text-xs text-muted">
                {t("foldersFailed")}{" "}
                <button type="button" className="underline" onClick={() => void refetch()}>
                  {t("tryAgain")}
                </button>
              </p>
            )}
            {isUsual && !listFilter.sort && <Pinned />}
            {isUsual && workspaces.length > 0 && (
              <Folders
                workspaces={workspaces}
                sort={listFilter.sort}
                openFolders={openFolders}
                onOpen={setOpen}
              />
            )}
            <ChatList
              asked={listFilter}
              onWiden={() => setIsArchive(true)}
              onShowAll={() => setView({ filter: USUAL.filter, sort: view.sort })}
            />
          </nav>
          {search !== "" && (
            <Suspense>
              <MessageMatches search={search} address={searchAddress(search)} onGo={closeDrawer} />
            </Suspense>
          )}
        </div>
        <Suspense>{chosen && <SelectionBar isArchive={isArchive} workspaces={workspaces} />}</Suspense>
        <div className="space-y-1 border-t p-2">
          <div className="flex justify-between">
            {pages.map(({ href, name, Icon }) => (
              <NavLink
                key={href}
                href={href}
                title={t(name)}
                className={sign}
                onClick={href === "/search" ? searchHere : undefined}
              >
                <Icon className="size-4.5" aria-hidden />
                <span className="sr-only">{t(name)}</span>
              </NavLink>
            ))}
            {!isArchive && (
              <button type="button" title={t("archive")} className={sign} onClick={() => setIsArchive(true)}>
                <Archive className="size-4.5" aria-hidden />
                <span className="sr-only">{t("archive")}</span>
              </button>
            )}
          </div>
          <UserMenu person={person} onHelp={onHelp} />
        </div>
      </aside>
      {isNaming && (
        <NameDialog
          title={t("newFolder")}
          action={t("create")}
          maxLength={100}
          onClose={() => setIsNaming(false)}
          onName={async (name) => {
            await call(chatWorkspacesApi.createWorkspace, { body: { name } });
            await refreshWorkspaces(client);
          }}
        />
      )}
    </>
  );
}

const searchAddress = (search: string) => `/search?${new URLSearchParams({ q: search })}`;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}
