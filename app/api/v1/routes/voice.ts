import * as sending from "@/lib/conversation/sending/service";
import { voiceApi } from "@/lib/conversation/voice/contract";
import * as voice from "@/lib/conversation/voice/service";
import { implement } from "../implement";

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
