import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { toUserMini } from "@/lib/identity/people/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import * as background from "@/lib/platform/background/service";
import { conflict, notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import type { EvaluationQuestionsInput } from "./contract";
import * as queries from "./queries";

export { answerNext, fail } from "./running";

const MAX_RUNS = 100;

type Questions = z.output<typeof EvaluationQuestionsInput>["questions"];

const shownQuestion = (row: Awaited<ReturnType<typeof queries.listQuestions>>[number]) => ({
  id: row.id,
  question: row.question,
  must_contain: row.mustContain,
  must_not_contain: row.mustNotContain,
});

const shownRun = ({ run, by, ...counts }: queries.RunRow) => ({
  id: run.id,
  version: run.version,
  model: run.model,
  status: run.status,
  error: run.error,
  questions_count: run.status === "running" ? Math.max(counts.questions, counts.answered) : counts.answered,
  answered_count: counts.answered,
  passed_count: counts.passed,
  created_by: by && toUserMini(by),
  created_at: run.createdAt.toISOString(),
  ended_at: run.endedAt?.toISOString() ?? null,
});

const shownAnswer = (row: queries.AnswerRow) => ({
  position: row.position,
  question: row.question,
  answer: row.answer,
  has_passed: row.hasPassed,
  missing: row.missing,
  unwanted: row.unwanted,
  error: row.error,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  duration_ms: row.durationMs,
});

export async function listQuestions(viewer: Viewer, id: number) {
  await assistants.assertEditable(viewer, id);
  return (await queries.listQuestions({ assistantId: id })).map(shownQuestion);
}

export async function setQuestions(viewer: Viewer, id: number, input: Questions) {
  await assistants.assertEditable(viewer, id);
  await transaction(() =>
    queries.replaceQuestions(
      id,
      input.map(({ question, must_contain: mustContain, must_not_contain: mustNotContain }) => ({
        question,
        mustContain,
        mustNotContain,
      })),
    ),
  );
  return listQuestions(viewer, id);
}

export async function list(
  viewer: Viewer,
  id: number,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<Paginated<ReturnType<typeof shownRun>>> {
  await assistants.assertEditable(viewer, id);
  const { rows, total } = await queries.listRuns({ assistantId: id, limit, offset: (page - 1) * limit });
  return { items: rows.map(shownRun), total };
}

async function getRun(viewer: Viewer, id: number, runId: number) {
  await assistants.assertEditable(viewer, id);
  const row = await queries.findRun({ assistantId: id, runId });
  if (!row) throw notFound("Run");
  return row;
}

export async function get(viewer: Viewer, id: number, runId: number) {
  const row = await getRun(viewer, id, runId);
  return { ...shownRun(row), answers: (await queries.listAnswers({ runId })).map(shownAnswer) };
}

/**
 * Starts a run in the background.
 * @throws AppError not_found, forbidden, conflict when one is in progress
 */
export async function start(viewer: Viewer, id: number, input: { version?: number; model?: string }) {
  const { version: current } = await assistants.assertEditable(viewer, id);
  await assertUsable(viewer, [input.model]);
  const version = input.version ?? current;
  if (version !== current) await assistants.versions.getVersionContent(viewer, id, version);
  if ((await queries.listQuestions({ assistantId: id })).length === 0)
    throw conflict("There are no questions to ask. Add some first.");
  const runId = await transaction(async () => {
    if (await queries.lockAndCheckRunning({ assistantId: id }))
      throw conflict("A run of this assistant is in progress. Wait for its end, or stop it.");
    const values = { virtualAssistantId: id, version, model: input.model, createdBy: viewer.user.id };
    const runId = await queries.insertRun(values);
    await queries.deleteOldRuns({ assistantId: id, most: MAX_RUNS });
    await background.emit("evaluation.requested", { run_id: runId });
    return runId;
  });
  return shownRun(await getRun(viewer, id, runId));
}

export async function stop(viewer: Viewer, id: number, runId: number) {
  await getRun(viewer, id, runId);
  await queries.endRun({ runId, status: "stopped" });
  return shownRun(await getRun(viewer, id, runId));
}

export async function remove(viewer: Viewer, id: number, runId: number) {
  await getRun(viewer, id, runId);
  await queries.deleteRun({ assistantId: id, runId });
  return { success: true as const, message: "The run was deleted." };
}
