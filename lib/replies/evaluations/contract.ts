import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { id, jsonInteger, page, pageSize, SuccessMessage, timestamp } from "@/lib/api/fields";
import { UserMini } from "@/lib/identity/people/contract";
import { modelId } from "@/lib/llm/models/contract";
import { endpoints, MAX_QUESTIONS } from "./operations";

const phrases = z.array(z.string().trim().min(1, "Must not be empty.").max(300)).max(20);

const Question = z.object({
  question: z.string().trim().min(1, "Must not be empty.").max(4_000),
  must_contain: phrases.default([]).describe("What an answer must contain. Case and spaces don't matter."),
  must_not_contain: phrases.default([]).describe("What an answer must not contain."),
});
export const EvaluationQuestion = Question.extend({ id: z.int() }).meta({ id: "EvaluationQuestion" });
export const EvaluationQuestionsInput = z
  .object({ questions: z.array(Question).max(MAX_QUESTIONS) })
  .meta({ id: "EvaluationQuestionsInput" });

export const EvaluationRun = z
  .object({
    id: z.int(),
    version: z.int(),
    model: z.string().nullable().describe("Another model than that of the version."),
    status: z.enum(["running", "completed", "stopped", "failed"]),
    error: z.string().nullable(),
    questions_count: z.int(),
    answered_count: z.int(),
    passed_count: z.int(),
    created_by: UserMini.nullable(),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "EvaluationRun" });
const Answer = z.object({
  position: z.int(),
  question: z.string(),
  answer: z.string(),
  has_passed: z.boolean(),
  missing: z.array(z.string()).describe("What the answer should have contained and did not."),
  unwanted: z.array(z.string()).describe("What it contained and should not have."),
  error: z.string().nullable(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  duration_ms: z.int(),
});
export const EvaluationRunDetail = EvaluationRun.extend({ answers: z.array(Answer) }).meta({
  id: "EvaluationRunDetail",
});
const RunInput = z
  .object({
    version: jsonInteger(1).optional().describe("Absent: the assistant as it is."),
    model: modelId
      .optional()
      .describe("Instead of the model of the version, and without its fallback models."),
  })
  .meta({ id: "EvaluationRunInput" });

const params = z.object({ id });
const ofRun = z.object({ id, run_id: id });
const forEditors = "For those who may change the assistant.";

export const evaluationsApi = {
  listEvaluationQuestions: operation(endpoints.listEvaluationQuestions, {
    summary: "List the questions of an assistant's evaluation",
    description: forEditors,
    params,
    returns: z.array(EvaluationQuestion),
  }),
  setEvaluationQuestions: operation(endpoints.setEvaluationQuestions, {
    summary: "Set the questions of an assistant's evaluation",
    description: "Replaces them all. What was answered in earlier runs stays.",
    params,
    body: json(EvaluationQuestionsInput, { mostBytes: jsonLimits.chat }),
    returns: z.array(EvaluationQuestion),
  }),
  listEvaluationRuns: operation(endpoints.listEvaluationRuns, {
    summary: "List the runs of an assistant's evaluation",
    description: "Newest first.",
    params,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(EvaluationRun),
  }),
  startEvaluationRun: operation(endpoints.startEvaluationRun, {
    summary: "Run an assistant's evaluation",
    description:
      "Asks every question in the background, as the person who runs it, each outside of any chat. Returns 409 without questions and while another run of the assistant is in progress.",
    allowance: "heavy",
    params,
    body: json(RunInput),
    returns: EvaluationRun,
    status: 201,
  }),
  getEvaluationRun: operation(endpoints.getEvaluationRun, {
    summary: "Get a run of an assistant's evaluation",
    params: ofRun,
    returns: EvaluationRunDetail,
  }),
  stopEvaluationRun: operation(endpoints.stopEvaluationRun, {
    summary: "Stop a run of an assistant's evaluation",
    description: "What was answered stays.",
    params: ofRun,
    returns: EvaluationRun,
  }),
  deleteEvaluationRun: operation(endpoints.deleteEvaluationRun, {
    summary: "Delete a run of an assistant's evaluation",
    params: ofRun,
    returns: SuccessMessage,
  }),
};
