"use client";

import { useEffect, useState } from "react";
import { accountStorage } from "@/components/browser-storage/account-storage";
import type { Asked } from "@/components/data/chats";
import type { Key } from "@/lib/platform/words/screens";

/** Which of one's chats the list shows, and in which order; kept by the browser. */
export type View = {
  filter: "all" | "unread" | "starred" | "private" | "group" | "direct";
  sort: "automatically" | "manually" | "by_name" | "by_created_at";
  /** Only what has this tag, instead of what the filter says. */
  tag?: string;
};
export const USUAL: View = { filter: "all", sort: "automatically" };

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

const KEY = "chats-view";

export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState(USUAL);
  // What the server rendered knows nothing of it.
  useEffect(() => setView(kept()), []);
  return [
    view,
    (next) => {
      setView(next);
      accountStorage.set(KEY, JSON.stringify(next));
    },
  ];
}

function kept(): View {
  try {
    const { filter, sort, tag } = JSON.parse(accountStorage.get(KEY) ?? "{}") as Partial<View>;
    return {
      filter: filter && filter in filters ? filter : USUAL.filter,
      sort: sort && sort in sorts ? sort : USUAL.sort,
      ...(typeof tag === "string" && { tag }),
    };
  } catch {
    return USUAL;
  }
}

/** What the list asks for with this search and this view. Whatever is not the usual list looks into workspaces too. */
export function askedFor(search: string, isArchive: boolean, { filter, sort, tag }: View): Asked {
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
