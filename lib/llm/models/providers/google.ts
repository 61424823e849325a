import { createGoogle } from "@ai-sdk/google";
import {
  createAnsweringFetch,
  createStreamingFetch,
  EMBEDDING_ANSWER,
  PICTURE_ANSWER,
} from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { listWith } from "../server-models";
import type { Connection } from "../types";
import type { ProviderDefinition } from "./definition";
import { deleteFromGoogle, GOOGLE_ADDRESS, uploadToGoogle } from "./google-files";
import { createGoogleListing } from "./google-listing";
import { hasVisionUnlessOld } from "./vision-by-name";

const MB = 1024 * 1024;
const USUAL = ["gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"];

// https://ai.google.dev/api/models#method:-models.list
const getListing = ({ apiKey = "", baseUrl = GOOGLE_ADDRESS }: Connection) =>
  createGoogleListing(`${baseUrl.replace(/\/+$/, "")}/models`, "models", { "x-goog-api-key": apiKey });

export const google: ProviderDefinition = {
  form: {
    key: "needed",
    address: "optional",
  },
  environment: ({ GOOGLE_GENERATIVE_AI_API_KEY: apiKey }) =>
    apiKey ? { provider: "google", apiKey } : undefined,
  ...listWith(getListing, USUAL),
  sees: hasVisionUnlessOld,
  languageModel(connection, model) {
    const { apiKey, baseUrl: baseURL = GOOGLE_ADDRESS } = connection;
    return createSdkModel(createGoogle({ apiKey, baseURL, fetch: createStreamingFetch(connection) })(model));
  },
  embeddingModel(connection, model) {
    const { apiKey, baseUrl: baseURL = GOOGLE_ADDRESS } = connection;
    return createGoogle({
      apiKey,
      baseURL,
      fetch: createAnsweringFetch(connection, EMBEDDING_ANSWER),
    }).embeddingModel(model);
  },
  pictures: {
    models: ["gemini-3-pro-image", "gemini-2.5-flash-image"],
    model(connection, model) {
      const { apiKey, baseUrl: baseURL = GOOGLE_ADDRESS } = connection;
      return createGoogle({ apiKey, baseURL, fetch: createAnsweringFetch(connection, PICTURE_ANSWER) }).image(
        model,
      );
    },
    shapedBy: "aspectRatio",
  },
  videos: {
    inline: 15 * MB,
    byEveryModel: true,
    async upload(connection, video) {
      const file = await uploadToGoogle(connection, video);
      return { data: { google: file.uri }, dispose: () => deleteFromGoogle(connection, file) };
    },
  },
};
