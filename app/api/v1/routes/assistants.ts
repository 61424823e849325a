import { paged } from "@/lib/api/routes";
import { assistantsApi } from "@/lib/chat/assistants/contract";
import * as assistants from "@/lib/chat/assistants/service";
import { implement } from "../implement";

export const assistantsRoutes = implement("Assistants", assistantsApi, {
  listMiniAssistants: async ({ viewer, query }) => paged(await assistants.listMini(viewer, query)),
  listAssistants: async ({ viewer, query }) => paged(await assistants.list(viewer, query)),
  createAssistant: ({ viewer, body }) => assistants.create(viewer, body),
  getAssistant: ({ viewer, params }) => assistants.get(viewer, params.id),
  updateAssistant: ({ viewer, params, body }) => assistants.update(viewer, params.id, body),
  removeAssistant: ({ viewer, params }) => assistants.remove(viewer, params.id),
});
