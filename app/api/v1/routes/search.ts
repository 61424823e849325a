import { toListReply } from "@/lib/api/routes";
import { searchApi } from "@/lib/knowledge/search/contract";
import * as search from "@/lib/knowledge/search/service";
import { searchEverywhere } from "@/lib/knowledge/search/service";
import { implement } from "../implement";

export const searchRoutes = implement("Search", searchApi, {
  searchMessages: ({ viewer, query }) => search.searchMessages(viewer, query),
  searchChat: ({ viewer, params, query }) => search.searchChat(viewer, params.chat_id, query),
  searchState: ({ viewer }) => search.getSearchLimitations(viewer),
  search: async ({ viewer, query }) => toListReply(await searchEverywhere(viewer, query)),
});
