import { toolSwitchesApi } from "@/lib/replies/tool-switches/contract";
import { listToolSwitches } from "@/lib/replies/tool-switches/service";
import { implement } from "../implement";

export const toolSwitchesRoutes = implement("Assistants", toolSwitchesApi, {
  listToolSwitches: ({ viewer, params, query }) => listToolSwitches(viewer, params.id, query.chat_id),
});
