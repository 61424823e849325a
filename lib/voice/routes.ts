import { implement } from "@/lib/api/routes";
import * as sending from "@/lib/messages/sending";
import { voiceApi } from "./contract";
import * as voice from "./service";

export const voiceRoutes = implement(
  "Messages",
  voiceApi,
  {
    sendVoice: ({ viewer, params, query, body, call }) =>
      voice.send(viewer, params.chat_id, { ...body, ...query }, call),
  },
  {
    sendVoice: async ({ viewer, messageId }) =>
      sending.withMessage(viewer!, await sending.answerFor(viewer!, messageId)),
  },
);
