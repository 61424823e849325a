import { type Client, del, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_QUESTIONS = 100;

export const endpoints = {
  listEvaluationQuestions: get("/virtual-assistants/{id}/evaluation/questions"),
  setEvaluationQuestions: put("/virtual-assistants/{id}/evaluation/questions"),
  listEvaluationRuns: get("/virtual-assistants/{id}/evaluation/runs"),
  startEvaluationRun: post("/virtual-assistants/{id}/evaluation/runs"),
  getEvaluationRun: get("/virtual-assistants/{id}/evaluation/runs/{run_id}"),
  stopEvaluationRun: post("/virtual-assistants/{id}/evaluation/runs/{run_id}/stop"),
  deleteEvaluationRun: del("/virtual-assistants/{id}/evaluation/runs/{run_id}"),
};
export const evaluationsApi: Client<typeof contract.evaluationsApi, typeof endpoints> = endpoints;
