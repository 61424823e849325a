import { createOpenAI } from "@ai-sdk/openai";
import { createCompatibleModel } from "../chat-completions/model";
import {
  createAnsweringFetch,
  createStreamingFetch,
  EMBEDDING_ANSWER,
  PICTURE_ANSWER,
} from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { createOpenAiListing, listServerModels, listWith, type ModelListing } from "../server-models";
import type { Connection } from "../types";
import type { ProviderDefinition } from "./definition";
import { hasVisionUnlessOld } from "./vision-by-name";

const ADDRESS = "https://api.openai.com/v1";
const USUAL = ["gpt-6-astra"];

function getListing(connection: Connection): ModelListing {
  const { baseUrl } = connection;
  const listing = createOpenAiListing(connection, baseUrl ?? ADDRESS);
  if (baseUrl) return listing;
  const isOffered = ({ id }: { id: string }) => /^(gpt-|o\d|chatgpt)/.test(id);
  return { ...listing, read: (answer) => ({ models: listing.read(answer).models.filter(isOffered) }) };
}

export const openai: ProviderDefinition = {
  form: {
    key: "needed",
    keyHint: "sk-…",
    address: "optional",
    options: [{ name: "organization", pattern: "[\\w-]{1,100}", example: "org-…" }],
  },

  // With OPENAI_BASE_URL, the settings refer to that server, whose key is optional.
  environment({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model }) {
    if (baseUrl) return { provider: "openai-compatible", baseUrl, apiKey, model };
    return apiKey ? { provider: "openai", apiKey, model } : undefined;
  },

  ...listWith(getListing, USUAL),
  async usualModel(connection) {
    const { baseUrl } = connection;
    return (baseUrl && (await listServerModels(connection, baseUrl))?.[0]) || USUAL[0];
  },
  sees: hasVisionUnlessOld,

  languageModel(connection, model) {
    const { apiKey, baseUrl } = connection;
    if (baseUrl) return createCompatibleModel(connection, baseUrl, model, { store: false });
    const responses = createOpenAI({ apiKey, baseURL: ADDRESS, fetch: createStreamingFetch(connection) })(
      model,
    );
    return createSdkModel(responses, { openai: { store: false } });
  },
  embeddingModel(connection, model) {
    const { apiKey, baseUrl: baseURL = ADDRESS } = connection;
    return createOpenAI({
      apiKey,
      baseURL,
      fetch: createAnsweringFetch(connection, EMBEDDING_ANSWER),
    }).embeddingModel(model);
  },
  pictures: {
    models: ["gpt-image-2.6-sunburst", "gpt-image-2.6-flare", "gpt-image-1-mini"],
    model(connection, model) {
      const { apiKey, baseUrl: baseURL = ADDRESS } = connection;
      return createOpenAI({
        apiKey,
        baseURL,
        fetch: createAnsweringFetch(connection, PICTURE_ANSWER),
      }).imageModel(model);
    },
    shapedBy: "size",
  },
  speech: { who: "OpenAI", address: ADDRESS },
};
