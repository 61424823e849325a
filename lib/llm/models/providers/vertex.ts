import { createGoogle } from "@ai-sdk/google";
import { isServiceAccount } from "../credentials/google-cloud";
import { createAnsweringFetch, createStreamingFetch, EMBEDDING_ANSWER } from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import type { Connection } from "../types";
import { type ProviderDefinition, shortlist } from "./definition";
import { hasVisionUnlessOld } from "./vision-by-name";

const MB = 1024 * 1024;
// The SDK requires a key. Its header is replaced by the connection's credentials.
const REPLACED = "replaced";
const DEFAULT_LOCATION = "global";

// Express mode with an API key has no project in its address:
// https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview
function getBaseUrl(connection: Connection): string {
  const { baseUrl, options: { project, location = DEFAULT_LOCATION } = {} } = connection;
  const host = location === DEFAULT_LOCATION ? "aiplatform" : `${location}-aiplatform`;
  const root = (baseUrl ?? `https://${host}.googleapis.com`).replace(/\/+$/, "");
  const place = isServiceAccount(connection) ? `projects/${project}/locations/${location}/` : "";
  return `${root}/v1/${place}publishers/google`;
}

const createVertex = (connection: Connection, fetch: ReturnType<typeof createStreamingFetch>) =>
  createGoogle({ apiKey: REPLACED, baseURL: getBaseUrl(connection), fetch });

export const vertex: ProviderDefinition = {
  form: {
    key: "needed",
    address: "optional",
    options: [
      { name: "project", pattern: "[a-z][a-z0-9-]{4,61}[a-z0-9]" },
      { name: "location", pattern: "[a-z]+(-[a-z]+\\d+)?", example: DEFAULT_LOCATION },
    ],
  },
  notInEnvironment: "Vertex AI isn't connected by the environment",
  ...shortlist("gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"),
  sees: hasVisionUnlessOld,
  languageModel: (connection, model) =>
    createSdkModel(createVertex(connection, createStreamingFetch(connection))(model)),
  embeddingModel: (connection, model) =>
    createVertex(connection, createAnsweringFetch(connection, EMBEDDING_ANSWER)).embeddingModel(model),
  videos: { inline: 15 * MB, byEveryModel: true },
};
