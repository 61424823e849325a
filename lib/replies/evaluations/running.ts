import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { ModelError } from "@/lib/llm/models/service";
import { AppError, getErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sqlState } from "@/lib/platform/sql-state";
import { replyWithoutChat } from "@/lib/replies/runs/service";
import * as queries from "./queries";

// Timeout of a reply in milliseconds.
const MAX_REPLY_MS = 180_000;

const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

function judgeAnswer(
  answer: string,
  { mustContain, mustNotContain }: { mustContain: string[]; mustNotContain: string[] },
) {
  const said = plain(answer);
  const missing = mustContain.filter((phrase) => !said.includes(plain(phrase)));
  const unwanted = mustNotContain.filter((phrase) => said.includes(plain(phrase)));
  return { missing, unwanted, hasPassed: missing.length === 0 && unwanted.length === 0 };
}

/**
 * Answers the next open question of a run.
 * @returns false when the run has ended
 */
export async function answerNext(runId: number): Promise<boolean> {
  const runningRun = await queries.findRunningRun({ runId });
  if (!runningRun) return false;
  const { run, groupId } = runningRun;
  const assistantId = run.virtualAssistantId;
  const [questions, answered] = await Promise.all([
    queries.listQuestions({ assistantId }),
    queries.listAnsweredPositions({ runId }),
  ]);
  const at = questions.findIndex((_, position) => !answered.includes(position));
  const next = questions[at];
  if (!next) {
    await queries.endRun({ runId, status: "completed" });
    return false;
  }
  const viewer = run.createdBy === null ? undefined : await findDeputy(run.createdBy, groupId, "assistant");
  if (!viewer) return failRun(runId, "The person who ran it is no longer in the group.");
  const begun = performance.now();
  let said: Awaited<ReturnType<typeof requestAnswer>>;
  try {
    said = await requestAnswer(viewer, run, next.question);
  } catch (error) {
    // All further questions would fail, too: the person may no longer change the assistant, or the version was deleted.
    if (error instanceof AppError) return failRun(runId, error.message);
    throw error;
  }
  const answer = {
    runId,
    questionId: next.id,
    position: at,
    question: next.question,
    ...said,
    ...(said.error === null ? judgeAnswer(said.answer, next) : { hasPassed: false }),
    durationMs: Math.round(performance.now() - begun),
  };
  try {
    await queries.insertAnswer(answer);
    return true;
  } catch (error) {
    // The run was deleted in the meantime.
    if (getErrorCode(error) === sqlState.foreignKeyViolation) return false;
    throw error;
  }
}

async function failRun(runId: number, error: string): Promise<false> {
  await queries.endRun({ runId, status: "failed", error });
  return false;
}

// Returns the assistant's answer. A failure of the model is recorded as a failed answer instead of being thrown.
async function requestAnswer(
  viewer: Viewer,
  run: { virtualAssistantId: number; version: number; model: string | null },
  text: string,
) {
  const id = run.virtualAssistantId;
  const { version, usableBy } = await assistants.assertEditable(viewer, id);
  const content =
    run.version === version ? {} : await assistants.versions.getVersionContent(viewer, id, run.version);
  const other = run.model === null ? {} : { model: run.model, fallback_models: [] };
  const draft = await assistants.buildUnsavedAssistant(viewer, { ...content, ...other }, id);
  try {
    const {
      text: answer,
      inputTokens,
      outputTokens,
    } = await replyWithoutChat(viewer, {
      by: { draft },
      messages: [{ role: "user", text }],
      // All who may edit the assistant read the answers.
      readers: { isWholeGroup: usableBy !== "creator" },
      signal: AbortSignal.timeout(MAX_REPLY_MS),
    });
    return { answer, inputTokens, outputTokens, error: null };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isKnown = error instanceof ModelError || (error as Error).name === "TimeoutError";
    if (!isKnown) log.error({ err: error }, "a question of an evaluation failed");
    const sentence = error instanceof ModelError ? error.message : "The reply failed or took too long.";
    return { answer: "", inputTokens: 0, outputTokens: 0, error: sentence };
  }
}

export const fail = async (runId: number): Promise<void> => {
  await queries.endRun({ runId, status: "failed", error: "The run failed on our side. Run it again." });
};
