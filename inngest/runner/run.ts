import type { StepResult } from "@/db/schema/background";
import { log, withoutValues } from "@/lib/platform/log";
import type { Answer, Operation, protocol, Retry } from "./protocol";
import { sleepMs } from "./protocol";
import * as queries from "./queries";

type Call = ReturnType<typeof protocol>;

/** A run whose function limits how many run at once has had its turn after so long, ms: the step it is at ends, and whoever is next begins. */
const TURN = 3000;

/** Waits between tries, in ms: 1 s, 2 s, 4 s … at most 5 minutes. */
const backoff = (attempt: number) => Math.min(1000 * 2 ** attempt, 300_000);

/**
 * How a run went as far as it came: `waiting` for another try, for the end of a sleep or for whoever comes after this
 * process; `cancelled` also when another process has it now.
 */
export type Outcome = "completed" | "failed" | "waiting" | "cancelled";
/** An operation, and what its own call said of another try. */
type Executed = { operation: Operation; retry: Retry };

/** Drives a claimed run until it is over or has to wait; every step's result is stored before the next one runs. */
export async function drive(
  run: queries.ClaimedRun,
  call: Call,
  { retries, concurrency }: { retries: number; concurrency?: object },
  /** It was never begun before, so it has no steps yet. */
  isNew: boolean,
  /** Whether this process is about to end: steps are, and no further one begins. */
  isStopping: () => boolean,
): Promise<Outcome> {
  const { id, functionId, event } = run;
  const stored = isNew ? [] : await queries.stepsOf({ runId: id });
  const steps = new Map<string, StepResult>(stored.map((step) => [step.id, step.result]));
  let { attempt } = run;
  const turnEnds = concurrency ? performance.now() + TURN : Number.POSITIVE_INFINITY;

  const keep = async (operations: Operation[]): Promise<boolean> => {
    const results = operations.map((operation, i) => ({
      id: operation.id,
      position: steps.size + i,
      result: resultOf(operation),
    }));
    if (!(await queries.insertSteps({ runId: id, steps: results }))) return false;
    for (const { id: stepId, result } of results) steps.set(stepId, result);
    return true;
  };
  const ask = (stepId?: string): Promise<Answer> =>
    call({ functionId, runId: id, event, steps, attempt, stepId });

  /** Tries again later, or gives up; false when a step has failed for good, which the function may still handle. */
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
    // Of parallel steps those that are done are not done again.
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

/** Operations with those that were only planned (parallel steps) run. */
async function executed(
  { operations, retry }: Extract<Answer, { kind: "operations" }>,
  ask: (stepId: string) => Promise<Answer>,
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

const resultOf = ({ op, data, error }: Operation): StepResult =>
  op === "StepError" || op === "StepFailed" ? { type: "error", error } : { type: "data", data: data ?? null };

const describe = ({ name, error }: Operation) => {
  const message =
    typeof error === "object" && error ? (error as { message?: string }).message : String(error);
  return `${name}: ${withoutValues(message ?? "failed")}`;
};
