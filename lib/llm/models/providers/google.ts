import { createGoogle } from "@ai-sdk/google";
import {
  createAnsweringFetch,
  createStreamingFetch,
  EMBEDDING_ANSWER,
  PICTURE_ANSWER,
} from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { type ProviderDefinition, shortlist } from "./definition";
import { deleteFromGoogle, GOOGLE_ADDRESS, uploadToGoogle } from "./google-files";
import { hasVisionUnlessOld } from "./vision-by-name";

const MB = 1024 * 1024;

export const google: ProviderDefinition = {
  form: {
    key: "needed",
    address: "none",
  },
  environment: ({ GOOGLE_GENERATIVE_AI_API_KEY: apiKey }) =>
    apiKey ? { provider: "google", apiKey } : undefined,
  ...shortlist("gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"),
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
