import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { groupModelsApi } from "@/lib/llm/group-models/operations";
import { providersApi } from "@/lib/llm/providers/operations";
import { queryFor, refresh } from "./query";

// Polling interval, in milliseconds, during a reindex.
const WHILE_INDEXING = 3000;

type ModelList = AnswerOf<typeof groupModelsApi.listModels>;
export type Model = ModelList["models"][number];
export type ModelProblem = ModelList["problems"][number];
// Polling interval, in milliseconds, while a provider is unreachable.
const WHILE_UNREACHABLE = 10_000;
export const modelsQuery = queryOptions({
  ...queryFor(groupModelsApi.listModels),
  refetchInterval: ({ state: { data } }) => (data?.problems.length ? WHILE_UNREACHABLE : false),
});
export const groupModelsQuery = queryFor(groupModelsApi.listModelSettings);
export type GroupModel = AnswerOf<typeof groupModelsApi.listModelSettings>["models"][number];
export type PictureModel = AnswerOf<typeof providersApi.getPictureModel>;
export const pictureModelQuery = queryFor(providersApi.getPictureModel);
export const connectionsQuery = queryFor(providersApi.listConnections);
export const semanticSearchQuery = queryOptions({
  ...queryFor(providersApi.getSemanticSearch),
  refetchInterval: ({ state: { data } }) =>
    data?.switching || data?.awaits || data?.problem ? WHILE_INDEXING : false,
});

export const refreshSemanticSearch = (client: QueryClient) => refresh(client, providersApi.getSemanticSearch);
export const refreshModels = (client: QueryClient) => refresh(client, groupModelsApi.listModels);

export const refreshModelSettings = (client: QueryClient) =>
  refresh(client, groupModelsApi.listModelSettings, groupModelsApi.listModels);

export async function refreshConnections(client: QueryClient): Promise<void> {
  await refresh(client, providersApi.listConnections);
  await refresh(
    client,
    groupModelsApi.listModels,
    groupModelsApi.listModelSettings,
    providersApi.getPictureModel,
  );
}
