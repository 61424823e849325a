import type { StepResult } from "@/db/schema/background";
import { log, withoutValues } from "@/lib/platform/log";
import type { Operation, ProtocolAnswer, protocol, Retry } from "./protocol";
import { sleepMs } from "./protocol";
import * as queries from "./queries";

type CallFunction = ReturnType<typeof protocol>;

/** Milliseconds after which a run with a concurrency limit yields to waiting runs, at the end of its current step. */
const TURN = 3000;

/** Exponential backoff in milliseconds: 1 s, 2 s, 4 s … up to 5 minutes. */
const backoff = (attempt: number) => Math.min(1000 * 2 ** attempt, 300_000);

/**
 * `waiting`: for a retry, the end of a sleep or another process. `cancelled`: also when another process owns the run
 * by now.
 */
export type RunOutcome = "completed" | "failed" | "waiting" | "cancelled";
type Executed = { operation: Operation; retry: Retry };

/** Drives a claimed run until it ends or has to wait. Persists the result of each step before running the next one. */
export async function drive(
  run: queries.ClaimedRun,
  call: CallFunction,
  { retries, concurrency }: { retries: number; concurrency?: object },
  isNew: boolean,
  /** Once true, the current step finishes and no further one starts. */
  isStopping: () => boolean,
): Promise<RunOutcome> {
  const { id, functionId, event } = run;
  const stored = isNew ? [] : await queries.listSteps({ runId: id });
  const steps = new Map<string, StepResult>(stored.map((step) => [step.id, step.result]));
  let { attempt } = run;
  const turnEnds = concurrency ? performance.now() + TURN : Number.POSITIVE_INFINITY;

  const keep = async (operations: Operation[]): Promise<boolean> => {
    const results = operations.map((operation, i) => ({
      id: operation.id,
      position: steps.size + i,
      result: toStepResult(operation),
    }));
    if (!(await queries.insertSteps({ runId: id, steps: results }))) return false;
    for (const { id: stepId, result } of results) steps.set(stepId, result);
    return true;
  };
  const ask = (stepId?: string): Promise<ProtocolAnswer> =>
    call({ functionId, runId: id, event, steps, attempt, stepId });

  /** Schedules a retry. Returns false when the retries are exhausted; the function may still handle the failure. */
  const again = async (retry: Retry, message: string): Promise<boolean> => {
    const isLast = !retry.isAllowed || attempt >= retries;
    if (isLast) return false;
    log.warn({ function: functionId, run: id, attempt, message }, "a background step failed and is retried");
    await queries.updateRun({
      id,
      status: "queued",
      attempt: attempt + 1,
      wakeInMs: retry.afterMs ?? backoff(attempt),
      error: message,
    });
    return true;
  };

  let answer = await ask();
  for (;;) {
    if (answer.kind === "finished") {
      await queries.updateRun({ id, status: "completed" });
      return "completed";
    }
    if (answer.kind === "failed") {
      if (await again(answer.retry, answer.message)) return "waiting";
      log.error({ function: functionId, run: id, message: answer.message }, "a background function failed");
      await queries.updateRun({ id, status: "failed", error: answer.message });
      return "failed";
    }
    const all = await executed(answer, ask);
    const failed = all.filter(({ operation }) => operation.op === "StepError");
    // Stores finished parallel steps, so that a retry does not repeat them.
    const done = all.filter((one) => !failed.includes(one)).map(({ operation }) => operation);
    if (done.length > 0 && !(await keep(done))) return "cancelled";
    if (failed[0] && (await again(failed[0].retry, describe(failed[0].operation)))) return "waiting";
    if (failed.length > 0 && !(await keep(failed.map(({ operation }) => operation)))) return "cancelled";
    attempt = 0;
    const sleep = done.find(({ op }) => op === "Sleep");
    if (sleep) {
      await queries.updateRun({ id, status: "queued", attempt: 0, wakeInMs: sleepMs(sleep.name) });
      return "waiting";
    }
    if (isStopping()) return "waiting";
    if (performance.now() >= turnEnds) {
      await queries.updateRun({ id, status: "queued", attempt: 0 });
      return "waiting";
    }
    answer = await ask();
  }
}

async function executed(
  { operations, retry }: Extract<ProtocolAnswer, { kind: "operations" }>,
  ask: (stepId: string) => Promise<ProtocolAnswer>,
): Promise<Executed[]> {
  const answers = await Promise.all(
    operations.map(async (operation): Promise<Executed[]> => {
      if (operation.op !== "StepPlanned") return [{ operation, retry }];
      const answer = await ask(operation.id);
      if (answer.kind === "operations")
        return answer.operations.map((one) => ({ operation: one, retry: answer.retry }));
      const error = answer.kind === "failed" ? answer.message : "no result";
      return [{ operation: { ...operation, op: "StepError", error }, retry }];
    }),
  );
  return answers.flat();
}

const toStepResult = ({ op, data, error }: Operation): StepResult =>
  op === "StepError" || op === "StepFailed" ? { type: "error", error } : { type: "data", data: data ?? null };

const describe = ({ name, error }: Operation) => {
  const message =
    typeof error === "object" && error ? (error as { message?: string }).message : String(error);
  return `${name}: ${withoutValues(message ?? "failed")}`;
};
