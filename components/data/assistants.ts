import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { VirtualAssistant } from "@/lib/chat/assistants/contract";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import type {
  EvaluationQuestion,
  EvaluationRun,
  EvaluationRunDetail,
} from "@/lib/replies/evaluations/contract";
import { evaluationsApi } from "@/lib/replies/evaluations/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type Assistant = z.output<typeof VirtualAssistant>;

export const everyAssistant = { page: 1, page_size: 100 };
export const assistantsQuery = queryFor(assistantsApi.listAssistants, { query: everyAssistant });
export const miniAssistantsQuery = queryFor(assistantsApi.listMiniAssistants, { query: { page_size: 100 } });
export const refreshAssistants = (client: QueryClient) =>
  refresh(
    client,
    assistantsApi.listAssistants,
    assistantsApi.listMiniAssistants,
    assistantsApi.listAssistantVersions,
  );

export const assistantQuery = (id: number) => queryFor(assistantsApi.getAssistant, { params: { id } });

export const versionsQuery = (id: number) =>
  pagesFor(assistantsApi.listAssistantVersions, 25, { params: { id } });
export const versionQuery = (id: number, number: number) =>
  queryFor(assistantsApi.getAssistantVersion, { params: { id, number } });

export type EvaluationQuestionItem = z.output<typeof EvaluationQuestion>;
export type EvaluationRunItem = z.output<typeof EvaluationRun>;
export type RunDetail = z.output<typeof EvaluationRunDetail>;

// Polling interval while an evaluation run is in progress.
const POLL_INTERVAL_MS = 1500;

export const evaluationQuestionsQuery = (id: number) =>
  queryFor(evaluationsApi.listEvaluationQuestions, { params: { id } });
export const evaluationRunsQuery = (id: number) =>
  infiniteQueryOptions({
    ...pagesFor(evaluationsApi.listEvaluationRuns, 25, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some(({ status }) => status === "running") ? POLL_INTERVAL_MS : false,
  });
export const evaluationRunQuery = (id: number, run_id: number) =>
  queryOptions({
    ...queryFor(evaluationsApi.getEvaluationRun, { params: { id, run_id } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? POLL_INTERVAL_MS : false),
  });
export const refreshRuns = (client: QueryClient) =>
  refresh(client, evaluationsApi.listEvaluationRuns, evaluationsApi.getEvaluationRun);
