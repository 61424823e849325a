import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4, ImageModelV4 } from "@ai-sdk/provider";
import { answeringFetch, EMBEDDING_ANSWER, PICTURE_ANSWER } from "../guarded-fetch";
import type { Connection } from "../types";

/** An embedding model of a server that speaks OpenAI's protocol, at this address. */
export const compatibleEmbeddingModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): EmbeddingModelV4 => {
  const { provider: name, apiKey } = connection;
  return createOpenAICompatible({
    name,
    baseURL,
    apiKey,
    fetch: answeringFetch(connection, EMBEDDING_ANSWER),
  }).embeddingModel(model);
};

/** A model of a server that speaks OpenAI's protocol, behind its addresses for pictures. */
export const compatibleImageModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): ImageModelV4 => {
  const { provider: name, apiKey } = connection;
  return createOpenAICompatible({
    name,
    baseURL,
    apiKey,
    fetch: answeringFetch(connection, PICTURE_ANSWER),
  }).imageModel(model);
};
