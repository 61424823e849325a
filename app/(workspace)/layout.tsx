import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { timeZoneOfPage } from "@/app/time-zone";
import { requireViewer } from "@/app/viewer";
import { chatsQuery, firstChats } from "@/components/data/chats";
import { Providers } from "@/components/workspace/providers";
import { Workspace } from "@/components/workspace/workspace";
import { listMini } from "@/lib/chat/assistants/service";
import { chatsApi } from "@/lib/chat/chats/contract";
import { list } from "@/lib/chat/chats/service";
import { newestEvent } from "@/lib/chat/live/service";
import { may } from "@/lib/identity/access/service";
import * as groups from "@/lib/identity/groups/service";
import { limitStateFor } from "@/lib/ops/usage/service";

export default async function WorkspaceLayout({ children }: { children: React.ReactNode }) {
  const viewer = await requireViewer();
  // Before anything else is read: what happens from now on is told.
  const liveFrom = await newestEvent();
  const [timeZone, chats, assistants, ownGroups, limitState] = await Promise.all([
    timeZoneOfPage(),
    list(viewer, chatsApi.listChats.query!.parse(asText(firstChats))),
    listMini(viewer, { page: 1, page_size: 100 }),
    groups.list(viewer),
    limitStateFor(viewer),
  ]);
  const client = new QueryClient();
  client.setQueryData(chatsQuery().queryKey, { pages: [chats.items], pageParams: [1] });
  const { id, fullName: name, email } = viewer.user;
  const person = {
    id,
    name,
    email,
    group: viewer.group.name,
    groupId: viewer.group.id,
    groups: ownGroups,
    managesModels: may(viewer, "models.connect") && may(viewer, "assistants.change"),
  };
  return (
    <Providers timeZone={timeZone}>
      <HydrationBoundary state={dehydrate(client)}>
        <Workspace person={person} assistants={assistants.items} liveFrom={liveFrom} limitState={limitState}>
          {children}
        </Workspace>
      </HydrationBoundary>
    </Providers>
  );
}

const asText = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
