import { createGoogle } from "@ai-sdk/google";
import { isServiceAccount } from "../credentials/google-cloud";
import { createAnsweringFetch, createStreamingFetch, EMBEDDING_ANSWER } from "../guarded-fetch";
import { createSdkModel } from "../sdk-model";
import { listWith } from "../server-models";
import type { Connection } from "../types";
import type { ProviderDefinition } from "./definition";
import { createGoogleListing } from "./google-listing";
import { hasVisionUnlessOld } from "./vision-by-name";

const MB = 1024 * 1024;
// The SDK requires a key. Its header is replaced by the connection's credentials.
const REPLACED = "replaced";
const DEFAULT_LOCATION = "global";
const USUAL = ["gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"];

// Express mode with an API key has no project in its address:
// https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview
function getBaseUrl(connection: Connection): string {
  const { options: { project, location = DEFAULT_LOCATION } = {} } = connection;
  const place = isServiceAccount(connection) ? `projects/${project}/locations/${location}/` : "";
  return `${getRootUrl(connection)}/v1/${place}publishers/google`;
}

function getRootUrl({ baseUrl, options: { location = DEFAULT_LOCATION } = {} }: Connection): string {
  const host = location === DEFAULT_LOCATION ? "aiplatform" : `${location}-aiplatform`;
  return (baseUrl ?? `https://${host}.googleapis.com`).replace(/\/+$/, "");
}

// Only this version lists models: https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/publishers.models/list
const getListing = (connection: Connection) =>
  createGoogleListing(`${getRootUrl(connection)}/v1beta1/publishers/google/models`, "publisherModels", {});

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
  ...listWith(getListing, USUAL),
  sees: hasVisionUnlessOld,
  languageModel: (connection, model) =>
    createSdkModel(createVertex(connection, createStreamingFetch(connection))(model)),
  embeddingModel: (connection, model) =>
    createVertex(connection, createAnsweringFetch(connection, EMBEDDING_ANSWER)).embeddingModel(model),
  videos: { inline: 15 * MB, byEveryModel: true },
};
