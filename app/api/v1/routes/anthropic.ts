import { ApiReply } from "@/lib/api/routes";
import { anthropicApi } from "@/lib/channels/anthropic-compat/contract";
import * as anthropic from "@/lib/channels/anthropic-compat/service";
import { implement } from "../implement";
import { EVENTS } from "./openai";

export const anthropicRoutes = implement("Anthropic-compatible", anthropicApi, {
  createAnthropicMessage: async ({ viewer, body, call }) => {
    if (!body.stream) return anthropic.createMessage(viewer, body, call.signal);
    const stream = await anthropic.streamMessage(viewer, body, call.signal);
    return new ApiReply({ kind: "file", stream }, EVENTS);
  },
  countAnthropicTokens: ({ viewer, body }) => anthropic.countTokens(viewer, body),
  listAnthropicModels: ({ viewer }) => anthropic.listModels(viewer),
  getAnthropicModel: ({ viewer, params }) => anthropic.getModel(viewer, params.model),
});
