import { createCompatibleModel } from "../chat-completions/model";
import { findListError, getContextLengths, listServerModels } from "../server-models";
import type { Connection } from "../types";
import { createCompatibleEmbeddingModel, createCompatibleImageModel } from "./compatible";
import type { ProviderDefinition } from "./definition";
import { hasVisionByName } from "./vision-by-name";

const MB = 1024 * 1024;
const ANY = "default";

async function listModels(connection: Connection): Promise<string[]> {
  const models = await listServerModels(connection, getBaseUrl(connection));
  if (models && models.length > 0) return models;
  return (await findListError(connection, getBaseUrl(connection))) === undefined ? [ANY] : [];
}

const getBaseUrl = ({ baseUrl = "" }: Connection) => baseUrl;

/** Connected by the environment when OpenAI's settings there have another address (`openai.ts`). */
export const openaiCompatible: ProviderDefinition = {
  form: {
    key: "optional",
    address: "needed",
    addressMissing: "An OpenAI-compatible server needs its address.",
    addressExample: "http://localhost:8000/v1",
  },
  who: "The model server",
  notInEnvironment: "OPENAI_BASE_URL is not set",
  listModels,
  listError: (connection) => findListError(connection, getBaseUrl(connection)),
  contextLengths: (connection) => getContextLengths(connection, getBaseUrl(connection)),
  // If the server lists no models, a reply with this placeholder reports the reason.
  usualModel: async (connection) => (await listModels(connection))[0] ?? ANY,
  sees: hasVisionByName,
  languageModel: (connection, model) => createCompatibleModel(connection, getBaseUrl(connection), model),
  embeddingModel: (connection, model) =>
    createCompatibleEmbeddingModel(connection, getBaseUrl(connection), model),
  pictures: {
    models: [],
    model: (connection, model) => createCompatibleImageModel(connection, getBaseUrl(connection), model),
    shapedBy: "size",
  },
  speech: { who: "The speech server" },
  videos: { inline: 25 * MB },
};
