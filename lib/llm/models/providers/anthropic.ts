import { createAnthropic } from "@ai-sdk/anthropic";
import { createStreamingFetch } from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { type ProviderDefinition, shortlist } from "./definition";
import { hasVisionUnlessOld } from "./vision-by-name";

export const anthropic: ProviderDefinition = {
  form: {
    key: "needed",
    keyHint: "sk-ant-…",
    address: "none",
  },
  environment: ({ ANTHROPIC_API_KEY: apiKey }) => (apiKey ? { provider: "anthropic", apiKey } : undefined),
  ...shortlist("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"),
  sees: hasVisionUnlessOld,
  languageModel(connection, model) {
    const { apiKey, baseUrl: baseURL = "https://api.anthropic.com/v1" } = connection;
    return createSdkModel(
      createAnthropic({ apiKey, baseURL, fetch: createStreamingFetch(connection) })(model),
    );
  },
};
