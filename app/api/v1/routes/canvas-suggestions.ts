import { ApiReply } from "@/lib/api/routes";
import { suggestionsApi } from "@/lib/replies/canvas-suggestions/contract";
import * as suggestions from "@/lib/replies/canvas-suggestions/service";
import { implement } from "../implement";

export const canvasSuggestionsRoutes = implement("Canvas", suggestionsApi, {
  suggestCanvasChange: async ({ viewer, params, body, call }) =>
    call.wantsEvents
      ? new ApiReply({
          kind: "events",
          events: await suggestions.streamSuggestion(viewer, params.chat_id, body, call.signal),
        })
      : suggestions.suggestChange(viewer, params.chat_id, body, call.signal),
});
