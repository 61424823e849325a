import { z } from "zod";
import { get } from "@/lib/api/contract";
import { chatCompletionsApi } from "./chat-completions/contract";
import { embeddingsApi } from "./embeddings/contract";
import { responsesApi } from "./responses/contract";
import { transcriptionsApi } from "./transcriptions/contract";

const OpenAiModel = z
  .object({
    id: z.string(),
    object: z.literal("model"),
    created: z.int().describe("Seconds since 1970; 0 where nobody says since when."),
    owned_by: z.string(),
    type: z
      .enum(["chat", "embedding"])
      .describe("`embedding`: for `POST /openai/embeddings` only. OpenAI's own API doesn't say it."),
  })
  .meta({ id: "OpenAiModel" });

export const openaiApi = {
  listOpenAiModels: get("/openai/models", {
    summary: "List the assistants and models, as an OpenAI client lists models",
    description:
      "The group's assistants come first, then the models that it can choose from, which have neither instructions nor tools of their own, then the one that makes embeddings.",
    returns: z.object({ object: z.literal("list"), data: z.array(OpenAiModel) }),
    speaks: "openai",
  }),
  getOpenAiModel: get("/openai/models/{model}", {
    summary: "Get an assistant or a model, as an OpenAI client gets a model",
    params: z.object({ model: z.string().max(200) }),
    returns: OpenAiModel,
    speaks: "openai",
  }),
  ...chatCompletionsApi,
  ...responsesApi,
  ...embeddingsApi,
  ...transcriptionsApi,
};
