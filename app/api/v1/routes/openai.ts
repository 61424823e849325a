import { Readable } from "node:stream";
import { ApiReply } from "@/lib/api/routes";
import { openaiApi } from "@/lib/channels/openai-compat/contract";
import * as openai from "@/lib/channels/openai-compat/service";
import { implement } from "../implement";

/** Response headers of event streams in OpenAI's or Anthropic's format. */
export const EVENTS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

const TEXT = { "content-type": "text/plain; charset=utf-8" };

export const openaiRoutes = implement("OpenAI-compatible", openaiApi, {
  listOpenAiModels: ({ viewer }) => openai.listModels(viewer),
  getOpenAiModel: ({ viewer, params }) => openai.getModel(viewer, params.model),
  createChatCompletion: async ({ viewer, body, call }) => {
    if (!body.stream) return openai.complete(viewer, body, call.signal);
    const stream = await openai.stream(viewer, body, call.signal);
    return new ApiReply({ kind: "file", stream }, EVENTS);
  },
  createResponse: async ({ viewer, body, call }) => {
    if (!body.stream) return openai.createResponse(viewer, body, call.signal);
    const stream = await openai.streamResponse(viewer, body, call.signal);
    return new ApiReply({ kind: "file", stream }, EVENTS);
  },
  countResponseTokens: ({ viewer, body }) => openai.countInputTokens(viewer, body),
  getResponse: ({ viewer, params }) => openai.getResponse(viewer, params.response_id),
  listResponseInputItems: ({ viewer, params, query }) =>
    openai.listInputItems(viewer, params.response_id, query),
  deleteResponse: ({ viewer, params }) => openai.deleteResponse(viewer, params.response_id),
  createEmbedding: ({ viewer, body, call }) => openai.createEmbeddings(viewer, body, call.signal),
  createTranscription: async ({ viewer, body, call }) => {
    const answer = await openai.createTranscription(viewer, body, call.signal);
    if (typeof answer !== "string") return answer;
    return new ApiReply({ kind: "file", stream: Readable.from([answer]) }, TEXT);
  },
});
