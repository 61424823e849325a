import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4, ImageModelV4 } from "@ai-sdk/provider";
import { createAnsweringFetch, EMBEDDING_ANSWER, PICTURE_ANSWER } from "../guarded-fetch";
import type { Connection } from "../types";

export const createCompatibleEmbeddingModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): EmbeddingModelV4 => {
  const { provider: name, apiKey } = connection;
  return createOpenAICompatible({
    name,
    baseURL,
    apiKey,
    fetch: createAnsweringFetch(connection, EMBEDDING_ANSWER),
  }).embeddingModel(model);
};

export const createCompatibleImageModel = (
  connection: Connection,
  baseURL: string,
  model: string,
): ImageModelV4 => {
  const { provider: name, apiKey } = connection;
  return createOpenAICompatible({
    name,
    baseURL,
    apiKey,
    fetch: createAnsweringFetch(connection, PICTURE_ANSWER),
  }).imageModel(model);
};
