import { ApiReply } from "@/lib/api/routes";
import { trialsApi } from "@/lib/replies/assistant-trials/contract";
import * as trials from "@/lib/replies/assistant-trials/service";
import { implement } from "../implement";

export const trialsRoutes = implement("Assistants", trialsApi, {
  tryAssistant: async ({ viewer, body, call }) =>
    call.wantsEvents
      ? new ApiReply({ kind: "events", events: await trials.follow(viewer, body, call.signal) })
      : trials.runTrial(viewer, body, call.signal),
});
