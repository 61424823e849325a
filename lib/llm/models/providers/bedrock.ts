import { createAnthropic } from "@ai-sdk/anthropic";
import { createCompatibleModel } from "../chat-completions/model";
import { createStreamingFetch } from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { findListError, listServerModels } from "../server-models";
import type { Connection } from "../types";
import type { ProviderDefinition } from "./definition";
import { hasVisionByName } from "./vision-by-name";

// The SDK requires a key. Its header is replaced by the connection's credentials.
const REPLACED = "replaced";

// Serves Claude by Anthropic's API and other models by OpenAI's:
// https://docs.aws.amazon.com/bedrock/latest/userguide/endpoints.html
const getRootUrl = ({ baseUrl, options = {} }: Connection) =>
  (baseUrl ?? `https://bedrock-mantle.${options.region}.api.aws`).replace(/\/+$/, "");

const getOpenAiUrl = (connection: Connection) => `${getRootUrl(connection)}/v1`;

export const bedrock: ProviderDefinition = {
  form: {
    key: "needed",
    address: "optional",
    options: [
      { name: "region", isNeeded: true, pattern: "[a-z]{2}(-[a-z]+)+-\\d", example: "us-east-1" },
      { name: "access_key_id", pattern: "[A-Z0-9]{16,128}", example: "AKIA…" },
    ],
  },
  notInEnvironment: "Amazon Bedrock isn't connected by the environment",
  listModels: async (connection) => (await listServerModels(connection, getOpenAiUrl(connection))) ?? [],
  listError: (connection) => findListError(connection, getOpenAiUrl(connection)),
  usualModel: async (connection) => (await listServerModels(connection, getOpenAiUrl(connection)))?.[0],
  sees: hasVisionByName,
  languageModel(connection, model) {
    if (!/^([a-z]+\.)?anthropic\./.test(model))
      return createCompatibleModel(connection, getOpenAiUrl(connection), model);
    return createSdkModel(
      createAnthropic({
        apiKey: REPLACED,
        baseURL: `${getRootUrl(connection)}/anthropic/v1`,
        fetch: createStreamingFetch(connection),
      })(model),
    );
  },
};
