import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { ClaimStorage } from "@/app/claim-storage";
import { timeZoneOfPage } from "@/app/time-zone";
import { requireViewer } from "@/app/viewer";
import { chatsQuery, firstChats, pinned } from "@/components/data/chats";
import { inboxQuery } from "@/components/data/inbox";
import { workspacesQuery } from "@/components/data/workspaces";
import { OwnLanguage } from "@/components/words/own-language";
import { RefusalsInWords } from "@/components/words/refusals-in-words";
import { getWords, Words } from "@/components/words/server";
import { dateIn } from "@/components/workspace/moments";
import { Providers } from "@/components/workspace/providers";
import { Workspace } from "@/components/workspace/workspace";
import { listMini } from "@/lib/chat/assistants/service";
import { chatsApi } from "@/lib/chat/chats/contract";
import { list } from "@/lib/chat/chats/service";
import { newestEvent } from "@/lib/chat/live/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import { may } from "@/lib/identity/access/service";
import * as groups from "@/lib/identity/groups/service";
import { accountOf } from "@/lib/identity/users/service";
import { limitStateFor } from "@/lib/ops/usage/service";
import { directionOf, isLanguage } from "@/lib/platform/words/languages";
import { inbox } from "@/lib/surfaces/public-chats/service";

export default async function WorkspaceLayout({ children }: { children: React.ReactNode }) {
  const viewer = await requireViewer();
  // Before anything else is read: what happens from now on is told.
  const liveFrom = await newestEvent();
  const [timeZone, chats, pinnedChats, folders, assistants, ownGroups, limitState, account, ownInbox] =
    await Promise.all([
      timeZoneOfPage(),
      list(viewer, chatsApi.listChats.query!.parse(asText(firstChats))),
      list(viewer, chatsApi.listChats.query!.parse(asText({ ...firstChats, ...pinned }))),
      workspaces.list(viewer),
      listMini(viewer, { page: 1, page_size: 100 }),
      groups.list(viewer),
      limitStateFor(viewer),
      accountOf(viewer.user.id),
      inbox.ofPage(viewer),
    ]);
  const client = new QueryClient();
  client.setQueryData(chatsQuery().queryKey, { pages: [chats.items], pageParams: [1] });
  client.setQueryData(workspacesQuery.queryKey, folders);
  client.setQueryData(chatsQuery(pinned).queryKey, { pages: [pinnedChats.items], pageParams: [1] });
  if (ownInbox) client.setQueryData(inboxQuery.queryKey, ownInbox);
  const { id, fullName: name, email } = viewer.user;
  const person = {
    id,
    name,
    email,
    group: viewer.group.name,
    groupId: viewer.group.id,
    groups: ownGroups,
    managesModels: may(viewer, "models.connect") && may(viewer, "assistants.change"),
    queuesMessages: account.queuesMessages,
    hasInbox: ownInbox !== undefined,
  };
  const t = await getWords("live");
  const offline = {
    locale: t.locale,
    direction: directionOf(t.language),
    title: t("offlineTitle"),
    help: t("offlineHelp"),
    retry: t("offlineRetry"),
    chats: t("offlineChats"),
  };
  return (
    <Words of={["files", "inboundMail", "live", "markdown", "moments", "sidebar", "workspace"]}>
      <OwnLanguage of={isLanguage(account.language) ? account.language : null} />
      <RefusalsInWords />
      <Providers timeZone={timeZone} today={dateIn(timeZone)}>
        <ClaimStorage />
        {/* Whose this page is, for its calls (`pageOwner`) and the worker that keeps it (public/offline-worker.js). */}
        <meta name="kept-for" content={`${process.env.BUILD} ${id} ${viewer.group.id}`} />
        {/* What it says where no page was kept. */}
        <meta name="kept-words" content={JSON.stringify(offline)} />
        <HydrationBoundary state={dehydrate(client)}>
          <Workspace
            person={person}
            assistants={assistants.items}
            liveFrom={liveFrom}
            limitState={limitState}
          >
            {children}
          </Workspace>
        </HydrationBoundary>
      </Providers>
    </Words>
  );
}

const asText = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
