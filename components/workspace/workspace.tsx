"use client";

import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { LimitState } from "@/components/admin/usage/notice";
import { lazy } from "@/components/browser/lazy";
import { ChatActionsProvider } from "@/components/chat/menu/chat-actions";
import { type People, PeopleContext } from "@/components/data/people";
import { useSessionEnded } from "@/components/data/use-session-ended";
import { useTranslations } from "@/components/i18n/words";
import { ConnectionNotice } from "@/components/live/connection-notice";
import { LiveProvider } from "@/components/live/live";
import type { SignedInPerson } from "@/components/shell/person";
import { findShortcut } from "@/components/shell/shortcut-keys";
import { OpenSidebar, SidebarContext } from "@/components/shell/sidebar-state";
import { useKeptFocus } from "@/components/shell/use-kept-focus";
import { useSidebarVisibility } from "@/components/shell/use-sidebar-visibility";
import { SelectionProvider } from "@/components/sidebar/selection";
import { Sidebar } from "@/components/sidebar/sidebar";
import type { ListState } from "@/components/sidebar/view";
import { StableSuspense } from "@/components/ui/stable-suspense";
import type { Shortcuts as ShortcutKeys, ShortcutName } from "@/lib/identity/users/settings";

const UsageLimitBanner = lazy(() =>
  import("@/components/admin/usage/notice").then((file) => ({ default: file.UsageLimitBanner })),
);
const Shortcuts = lazy(() =>
  import("@/components/shell/shortcuts").then((file) => ({ default: file.Shortcuts })),
);
const SessionEnded = lazy(() =>
  import("@/components/shell/session-ended").then((file) => ({ default: file.SessionEnded })),
);
const Palette = lazy(() =>
  import("@/components/palette/palette").then((file) => ({ default: file.Palette })),
);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

type WorkspaceProps = {
  person: SignedInPerson;
  assistants: People["assistants"];
  liveFrom: number;
  limitState: LimitState;
  listState: ListState;
  children: ReactNode;
};

export function Workspace({ person, assistants, liveFrom, limitState, listState, children }: WorkspaceProps) {
  const t = useTranslations("workspace");
  const sidebar = useSidebarVisibility();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [searching, setSearching] = useState<{ within?: { uuid: string; name: string } }>();
  const hasSessionEnded = useSessionEnded();
  useKeptFocus();
  const people = useChatPeople(person, assistants);
  useShortcuts(sidebar, { setSearching, setIsHelpOpen, shortcuts: people.me.shortcuts });
  return (
    <PeopleContext value={people}>
      <SidebarContext value={sidebar}>
        <LiveProvider whose={`${person.id} ${person.groupId}`} from={liveFrom}>
          <ChatActionsProvider onSearch={(within) => setSearching({ within })}>
            {/* Without it, a browser may paint a part of the sidebar first, whose links then move. */}
            <link rel="expect" href="#page" blocking="render" />
            <a
              href="#page"
              className="sr-only z-50 rounded-lg bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
            >
              {t("skip")}
            </a>
            <div
              className="flex h-dvh overflow-hidden"
              data-shortcuts={Object.values(people.me.shortcuts).join(" ")}
            >
              <SelectionProvider>
                <Sidebar
                  person={person}
                  listState={listState}
                  onHelp={() => setIsHelpOpen(true)}
                  onSearch={() => setSearching({})}
                />
              </SelectionProvider>
              <main
                id="page"
                inert={sidebar.isDrawerOpen}
                tabIndex={-1}
                className="relative flex min-w-0 flex-1 flex-col outline-none"
              >
                <ConnectionNotice />
                {hasSessionEnded && (
                  <Suspense>
                    <SessionEnded />
                  </Suspense>
                )}
                {limitState !== "ok" && (
                  <StableSuspense>
                    <UsageLimitBanner state={limitState} />
                  </StableSuspense>
                )}
                <SidebarButton isHidden={sidebar.isHidden} />
                <div className="min-h-0 flex-1">{children}</div>
              </main>
            </div>
            {searching && (
              <Suspense>
                <Palette
                  key={searching.within?.uuid}
                  {...searching}
                  viewer={{ ...person, onShortcuts: () => setIsHelpOpen(true) }}
                  onClose={() => setSearching(undefined)}
                />
              </Suspense>
            )}
            {isHelpOpen && (
              <Suspense>
                <Shortcuts open onClose={() => setIsHelpOpen(false)} />
              </Suspense>
            )}
          </ChatActionsProvider>
        </LiveProvider>
      </SidebarContext>
    </PeopleContext>
  );
}

function useChatPeople(person: SignedInPerson, assistants: People["assistants"]): People {
  const t = useTranslations("workspace");
  const { id, name, groupId, managesModels, queuesMessages, usesMemory, hasChosenMemory, sendKey } = person;
  const shortcuts = useShortcutKeys(person);
  return useMemo(
    () => ({
      me: {
        ...{ id, name, groupId, managesModels, queuesMessages, usesMemory, hasChosenMemory },
        ...{ sendKey, shortcuts },
      },
      assistants,
      former: t("formerAssistant"),
    }),
    [
      t,
      id,
      name,
      groupId,
      managesModels,
      queuesMessages,
      usesMemory,
      hasChosenMemory,
      sendKey,
      shortcuts,
      assistants,
    ],
  );
}

// Each refresh of the page brings a new object with the same keys.
function useShortcutKeys({ shortcuts }: SignedInPerson): ShortcutKeys {
  const [known, setKnown] = useState(shortcuts);
  if (JSON.stringify(known) === JSON.stringify(shortcuts)) return known;
  setKnown(shortcuts);
  return shortcuts;
}

type ShortcutsOptions = {
  setSearching: (searching: object) => void;
  setIsHelpOpen: (isOpen: true) => void;
  shortcuts: ShortcutKeys;
};

// Handles the keyboard shortcuts of the workspace. Unstable setters would replace the listener on each render.
function useShortcuts(
  { toggle, show, closeDrawer }: ReturnType<typeof useSidebarVisibility>,
  { setSearching, setIsHelpOpen, shortcuts }: ShortcutsOptions,
): void {
  const router = useRouter();
  useEffect(() => {
    const searchChats = () => {
      // Synchronous, so that the next key goes to the search.
      flushSync(show);
      document.getElementById("chat-search")?.focus();
    };
    const actions: Partial<Record<ShortcutName, () => void>> = {
      find: () => setSearching({}),
      searchChats,
      newChat: () => router.push("/"),
      toggleSidebar: toggle,
      messageField: () => document.querySelector<HTMLElement>("[data-composer]")?.focus(),
      list: () => setIsHelpOpen(true),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") closeDrawer();
      const isHelpKey = event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isHelpKey && !isTyping(event.target)) setIsHelpOpen(true);
      const name = findShortcut(shortcuts, event);
      if (!name) return;
      event.preventDefault();
      actions[name]?.();
    };
    window.addEventListener("keydown", onKeyDown);
    for (const event of window.earlyShortcuts ?? []) onKeyDown(event);
    window.earlyShortcuts = undefined;
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [router, toggle, show, closeDrawer, setSearching, setIsHelpOpen, shortcuts]);
}

// Pages with their own header contain this button in the header.
function SidebarButton({ isHidden }: { isHidden: boolean }) {
  const path = usePathname();
  if (path === "/" || path.startsWith("/chats/") || path.startsWith("/inbox/")) return null;
  return (
    <div className={`h-12 items-center px-3 ${isHidden ? "flex" : "flex md:hidden"}`}>
      <OpenSidebar />
    </div>
  );
}
