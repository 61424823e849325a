import { createCompatibleModel } from "../chat-completions/model";
import { findListError } from "../server-models";
import type { Connection } from "../types";
import { createCompatibleEmbeddingModel, createCompatibleImageModel } from "./compatible";
import type { ProviderDefinition } from "./definition";
import { hasVisionUnlessOld } from "./vision-by-name";

const UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

// The API of version 1 takes no `api-version` and serves all deployed models as chat completions:
// https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle
const getBaseUrl = ({ baseUrl = "" }: Connection) =>
  `${baseUrl.replace(/\/+$/, "").replace(/\/openai(\/v1)?$/, "")}/openai/v1`;

// Deployments can't be listed with a key for models, so that they are named in the connection.
const listDeployments = async ({ model, models = [] }: Connection) => (model ? [model, ...models] : models);

export const azure: ProviderDefinition = {
  form: {
    key: "needed",
    address: "needed",
    addressMissing: "Azure OpenAI needs the address of its resource.",
    addressExample: "https://my-resource.openai.azure.com",
    areModelsNamed: true,
    options: [
      { name: "tenant_id", needs: "client_id", pattern: UUID },
      { name: "client_id", needs: "tenant_id", pattern: UUID },
    ],
  },
  notInEnvironment: "Azure OpenAI isn't connected by the environment",
  listModels: listDeployments,
  // Lists the models that could be deployed, which shows whether the address and the key are right.
  listError: (connection) => findListError(connection, getBaseUrl(connection)),
  usualModel: async (connection) => (await listDeployments(connection))[0],
  sees: hasVisionUnlessOld,
  languageModel: (connection, model) => createCompatibleModel(connection, getBaseUrl(connection), model),
  embeddingModel: (connection, model) =>
    createCompatibleEmbeddingModel(connection, getBaseUrl(connection), model),
  pictures: {
    models: [],
    model: (connection, model) => createCompatibleImageModel(connection, getBaseUrl(connection), model),
    shapedBy: "size",
  },
};
