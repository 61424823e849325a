import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { ClaimStorage } from "@/app/claim-storage";
import { services } from "@/app/services";
import { getTimeZone } from "@/app/time-zone";
import { requireViewer } from "@/app/viewer";
import { inboxQuery } from "@/components/data/inbox";
import { dateIn } from "@/components/i18n/moments";
import { OwnLanguage } from "@/components/i18n/own-language";
import { RefusalTranslations } from "@/components/i18n/refusals-in-words";
import { getTranslations, Translations } from "@/components/i18n/server";
import { Providers } from "@/components/workspace/providers";
import { Workspace } from "@/components/workspace/workspace";
import { mergeShortcuts } from "@/lib/identity/users/settings";
import { getDirection, isLanguage } from "@/lib/platform/words/languages";
import { readSidebar } from "./sidebar-data";

export default async function WorkspaceLayout({ children }: { children: React.ReactNode }) {
  const viewer = await requireViewer();
  // Read first, so that events during the rendering are delivered.
  const liveFrom = await services().getNewestEventId();
  const [timeZone, { listState, client }, assistants, ownGroups, limitState, account, ownInbox] =
    await Promise.all([
      getTimeZone(),
      readSidebar(viewer),
      services().listMiniAssistants(viewer, { page: 1, page_size: 100 }),
      services().listGroups(viewer),
      services().getLimitState(viewer),
      services().getAccount(viewer.user.id),
      services().inbox.findInboxOfPage(viewer),
    ]);
  if (ownInbox) client.setQueryData(inboxQuery.queryKey, ownInbox);
  const { id, fullName: name, email } = viewer.user;
  const person = {
    id,
    name,
    email,
    group: viewer.group.name,
    groupId: viewer.group.id,
    groups: ownGroups,
    role: viewer.group.role,
    isInstallationOwner: viewer.user.isInstallationOwner,
    managesModels: services().can(viewer, "models.connect") && services().can(viewer, "assistants.change"),
    queuesMessages: account.queuesMessages,
    usesMemory: account.usesMemory ?? true,
    hasChosenMemory: account.usesMemory !== null,
    sendKey: account.sendKey,
    shortcuts: mergeShortcuts(account.shortcuts),
    inboxUnread: ownInbox?.unread,
  };
  const t = await getTranslations("live");
  const offline = {
    locale: t.locale,
    direction: getDirection(t.language),
    title: t("offlineTitle"),
    help: t("offlineHelp"),
    retry: t("offlineRetry"),
    chats: t("offlineChats"),
  };
  return (
    <Translations of={["files", "inboundMail", "live", "markdown", "moments", "sidebar", "workspace"]}>
      <OwnLanguage of={isLanguage(account.language) ? account.language : null} />
      <RefusalTranslations />
      <Providers timeZone={timeZone} today={dateIn(timeZone)}>
        <ClaimStorage />
        {/* Owner of the page, for its calls (`pageOwner`) and the service worker's cache (public/offline-worker.js). */}
        <meta name="kept-for" content={`${process.env.BUILD} ${id} ${viewer.group.id}`} />
        {/* Texts of the service worker's fallback page. */}
        <meta name="kept-words" content={JSON.stringify(offline)} />
        <HydrationBoundary state={dehydrate(client)}>
          <Workspace
            person={person}
            assistants={assistants.items}
            liveFrom={liveFrom}
            limitState={limitState}
            listState={listState}
          >
            {children}
          </Workspace>
        </HydrationBoundary>
      </Providers>
    </Translations>
  );
}
