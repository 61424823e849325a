import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4, ImageModelV4 } from "@ai-sdk/provider";
import { answeringFetch, EMBEDDING_ANSWER, PICTURE_ANSWER } from "../guarded-fetch";
import type { Connection } from "../types";

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
