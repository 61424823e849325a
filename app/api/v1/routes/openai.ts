import { ApiReply } from "@/lib/api/routes";
import { openaiApi } from "@/lib/surfaces/openai/contract";
import * as openai from "@/lib/surfaces/openai/service";
import { implement } from "../implement";

const EVENTS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

export const openaiRoutes = implement("OpenAI-compatible", openaiApi, {
  listOpenAiModels: ({ viewer }) => openai.listModels(viewer),
  getOpenAiModel: ({ viewer, params }) => openai.getModel(viewer, params.model),
  createChatCompletion: async ({ viewer, body, call }) => {
    if (!body.stream) return openai.complete(viewer, body, call.signal);
    const stream = await openai.stream(viewer, body, call.signal);
    return new ApiReply({ kind: "file", stream }, EVENTS);
  },
});
