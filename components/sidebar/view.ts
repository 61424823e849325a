import type { ChatFilter } from "@/components/data/chats";
import type { Key } from "@/lib/platform/words/screens";

export type View = {
  filter: "all" | "unread" | "starred" | "private" | "group" | "direct";
  sort: "automatically" | "manually" | "by_name" | "by_created_at";
  /** Limits the list to this tag and overrides the filter. */
  tag?: string;
};
export const DEFAULT_VIEW: View = { filter: "all", sort: "automatically" };

export const filters: Record<View["filter"], Key<"sidebar">> = {
  all: "allChats",
  unread: "filterUnread",
  starred: "filterPinned",
  private: "filterPrivate",
  group: "filterGroup",
  direct: "filterDirect",
};
export const sorts: Record<View["sort"], Key<"sidebar">> = {
  automatically: "sortLatest",
  manually: "sortManually",
  by_name: "sortByName",
  by_created_at: "sortNewest",
};

/** View settings of the chat list, stored in a cookie so that the server renders the same list. */
export type ListState = { view: View; openFolders: string[] };

// Limits the size of the cookie, which is sent with every request.
const MAX_OPEN_FOLDERS = 20;

export const toText = ({ view, openFolders }: ListState): string =>
  JSON.stringify({ ...view, open: openFolders.slice(-MAX_OPEN_FOLDERS) });

/** Parses the output of `toText`. The cookie is untrusted, so anything else yields the defaults. */
export function toListState(text: string): ListState {
  try {
    const { filter, sort, tag, open } = JSON.parse(text) as Partial<View> & { open?: unknown };
    const folders = Array.isArray(open) ? open.filter((each) => typeof each === "string") : [];
    return {
      view: {
        filter: filter && Object.hasOwn(filters, filter) ? filter : DEFAULT_VIEW.filter,
        sort: sort && Object.hasOwn(sorts, sort) ? sort : DEFAULT_VIEW.sort,
        ...(typeof tag === "string" && { tag }),
      },
      openFolders: folders.slice(-MAX_OPEN_FOLDERS),
    };
  } catch {
    return { view: DEFAULT_VIEW, openFolders: [] };
  }
}

export function buildListFilter(search: string, isArchive: boolean, { filter, sort, tag }: View): ChatFilter {
  const sorted = sort === "automatically" ? {} : { sort };
  const everywhere = { show_chats_in_workspace: true as const };
  if (search) return { search, ...(isArchive && { archived: true }), ...everywhere, ...sorted };
  if (isArchive) return { archived: true, ...everywhere, ...sorted };
  if (tag) return { tag, ...everywhere, ...sorted };
  switch (filter) {
    case "all":
      return sorted;
    case "unread":
      return { only_unread: true, ...everywhere, ...sorted };
    case "starred":
      return { starred: true, ...everywhere, ...sorted };
    default:
      return { chat_types: [filter], ...everywhere, ...sorted };
  }
}

export const buildFolderFilter = (uuid: string, sort: ChatFilter["sort"]): ChatFilter => ({
  chat_workspace_id: uuid,
  ...(sort && { sort }),
});
