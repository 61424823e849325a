import { createAnthropic } from "@ai-sdk/anthropic";
import { createStreamingFetch } from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { listWith, type ModelListing, toChatModels } from "../server-models";
import type { Connection } from "../types";
import type { ProviderDefinition } from "./definition";
import { hasVisionUnlessOld } from "./vision-by-name";

const ADDRESS = "https://api.anthropic.com/v1";
const USUAL = ["claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"];

const getBaseUrl = ({ baseUrl = ADDRESS }: Connection) => baseUrl.replace(/\/+$/, "");

// https://docs.claude.com/en/api/models-list, newest models first
const getListing = (connection: Connection): ModelListing => ({
  url: `${getBaseUrl(connection)}/models?limit=1000`,
  headers: { "x-api-key": connection.apiKey ?? "", "anthropic-version": "2023-06-01" },
  read: (answer) => ({ models: toChatModels((answer as { data?: unknown } | null)?.data, ({ id }) => id) }),
});

export const anthropic: ProviderDefinition = {
  form: {
    key: "needed",
    keyHint: "sk-ant-…",
    address: "optional",
  },
  environment: ({ ANTHROPIC_API_KEY: apiKey }) => (apiKey ? { provider: "anthropic", apiKey } : undefined),
  ...listWith(getListing, USUAL),
  sees: hasVisionUnlessOld,
  languageModel(connection, model) {
    const { apiKey } = connection;
    const baseURL = getBaseUrl(connection);
    return createSdkModel(
      createAnthropic({ apiKey, baseURL, fetch: createStreamingFetch(connection) })(model),
    );
  },
};
