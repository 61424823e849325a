import { implement, paged } from "@/lib/api/routes";
import { searchApi } from "./contract";
import { everywhere } from "./everywhere";
import * as search from "./service";

export const searchRoutes = implement("Search", searchApi, {
  searchMessages: ({ viewer, query }) => search.searchMessages(viewer, query),
  searchChat: ({ viewer, params, query }) => search.searchChat(viewer, params.chat_id, query),
  search: async ({ viewer, query }) => paged(await everywhere(viewer, query)),
});
