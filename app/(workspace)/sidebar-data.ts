import { QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import { services } from "@/app/services";
import { SIDEBAR_COOKIE } from "@/components/browser/names";
import { type ChatFilter, chatsQuery, firstChats, pinned } from "@/components/data/chats";
import { workspacesQuery } from "@/components/data/workspaces";
import { buildFolderFilter, buildListFilter, type ListState, toListState } from "@/components/sidebar/view";
import type { Viewer } from "@/lib/api/actor";
import { chatsApi } from "@/lib/chat/chats/contract";

/** Prefetches the chat list as the user last viewed it, so that hydration causes no layout shifts. */
export async function readSidebar(viewer: Viewer): Promise<{ listState: ListState; client: QueryClient }> {
  const listState = await readListState(viewer);
  const { view, openFolders } = listState;
  const client = new QueryClient();
  const readChats = async (filter: ChatFilter) => {
    const query = chatsApi.listChats.query!.safeParse(asText({ ...firstChats, ...filter }));
    // The filter comes from a cookie, which is untrusted.
    if (!query.success) return;
    const { items } = await services().listChats(viewer, query.data);
    client.setQueryData(chatsQuery(filter).queryKey, { pages: [items], pageParams: [1] });
  };
  const listFilter = buildListFilter("", false, view);
  const isUsual = Object.keys(listFilter).length === 0;
  const [folders] = await Promise.all([
    services().listWorkspaces(viewer),
    readChats({}),
    readChats(pinned),
    ...(isUsual ? [] : [readChats(listFilter)]),
  ]);
  client.setQueryData(workspacesQuery.queryKey, folders);
  const hasFolders = view.filter === "all" && !view.tag;
  await Promise.all(
    folders
      .filter(({ uuid }) => hasFolders && openFolders.includes(uuid))
      .map(({ uuid }) => readChats(buildFolderFilter(uuid, listFilter.sort))),
  );
  return { listState, client };
}

async function readListState({ user, group }: Viewer): Promise<ListState> {
  const owner = `${user.id} ${group.id}:`;
  const text = (await cookies()).get(SIDEBAR_COOKIE)?.value ?? "";
  return toListState(text.startsWith(owner) ? text.slice(owner.length) : "");
}

const asText = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
