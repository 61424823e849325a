import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { answeringFetch, streamingFetch } from "../guarded-fetch";
import type { Connection } from "../types";

/** A language model of a server that speaks OpenAI's protocol, at this address. */
export const compatibleLanguageModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): LanguageModelV4 => {
  const { provider: name, apiKey } = connection;
  const fetch = streamingFetch(connection);
  return createOpenAICompatible({ name, baseURL, apiKey, includeUsage: true, fetch })(model);
};

/** An embedding model of such a server. */
export const compatibleEmbeddingModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): EmbeddingModelV4 => {
  const { provider: name, apiKey } = connection;
  return createOpenAICompatible({ name, baseURL, apiKey, fetch: answeringFetch(connection) }).embeddingModel(
    model,
  );
};
