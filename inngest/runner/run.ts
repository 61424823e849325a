import { createHash } from "node:crypto";
import type { StepResult } from "@/db/schema/background";
import { store } from "@/lib/platform/background/service";
import { log, stripSqlParameters } from "@/lib/platform/log";
import type { BackgroundFunction, NewEvent, Step } from "../background-function";
import { toReason } from "../errors";
import { toRowId } from "../event-id";
import * as queries from "./queries";

// Milliseconds after which a run of a function with limited concurrency returns to the queue between two steps.
const TURN_MS = 3000;
const MAX_RETRY_DELAY_MS = 300_000;

const retryDelayMs = (attempt: number) => Math.min(1000 * 2 ** attempt, MAX_RETRY_DELAY_MS);

/**
 * State of a run after it was driven. A `waiting` run waits for a retry, the end of a sleep or another process. A run
 * that another process now owns is also reported as `cancelled`.
 */
export type Outcome = "completed" | "failed" | "waiting" | "cancelled";

// Reason why the execution of a function ended or was suspended.
type End =
  | { kind: "returned" | "stopping" | "turn over" | "cancelled" }
  | { kind: "threw"; error: unknown }
  | { kind: "step failed"; message: string }
  | { kind: "sleep"; ms: number }
  | { kind: "database failed"; error: unknown };

class StepError extends Error {}

/** Drives a claimed run until it ends or has to wait. */
export async function driveRun(
  run: queries.ClaimedRun,
  definition: BackgroundFunction,
  isNew: boolean,
  isStopping: () => boolean,
): Promise<Outcome> {
  const { id, functionId } = run;
  const { retries } = definition;
  const { end, attempt } = await execute(run, definition, isNew, isStopping);

  const retry = async (message: string): Promise<Outcome> => {
    log.warn({ function: functionId, run: id, attempt, message }, "a background step failed and is retried");
    const wakeInMs = retryDelayMs(attempt);
    await queries.updateRun({ id, status: "queued", attempt: attempt + 1, wakeInMs, error: message });
    return "waiting";
  };
  switch (end.kind) {
    case "returned":
      await queries.updateRun({ id, status: "completed" });
      return "completed";
    case "threw": {
      const error = toReason(end.error as Error);
      // A StepError is not retried here, because its step has already used up its retries.
      if (!(end.error instanceof StepError) && attempt < retries) return retry(error);
      log.error({ function: functionId, run: id, message: error }, "a background function failed");
      await queries.updateRun({ id, status: "failed", error });
      return "failed";
    }
    case "step failed":
      return retry(end.message);
    case "sleep":
      await queries.updateRun({ id, status: "queued", attempt: 0, wakeInMs: end.ms });
      return "waiting";
    case "turn over":
      await queries.updateRun({ id, status: "queued", attempt: 0 });
      return "waiting";
    case "stopping":
      return "waiting";
    case "cancelled":
      return "cancelled";
    case "database failed":
      throw end.error;
  }
}

// Executes a function from its beginning with the stored results of its steps. Suspending leaves the function at a
// step whose promise never settles. Also returns how many attempts of the current step have failed.
async function execute(
  { id, event, attempt: failedAttempts }: queries.ClaimedRun,
  { retries, concurrency, run }: BackgroundFunction,
  isNew: boolean,
  isStopping: () => boolean,
): Promise<{ end: End; attempt: number }> {
  const stored = isNew ? [] : await queries.listSteps({ runId: id });
  const results = new Map<string, StepResult>(stored.map((step) => [step.id, step.result]));
  const turnEnds = concurrency ? performance.now() + TURN_MS : Number.POSITIVE_INFINITY;
  let attempt = failedAttempts;
  const suspended = Promise.withResolvers<End>();
  const suspend = (end: End): Promise<never> => {
    suspended.resolve(end);
    return new Promise(() => {});
  };

  async function insertResult(stepId: string, result: StepResult): Promise<void> {
    const step = { id: stepId, position: results.size, result };
    const inserted = queries.insertSteps({ runId: id, steps: [step] });
    const isOwner = await inserted.catch((error: unknown) => suspend({ kind: "database failed", error }));
    if (!isOwner) return suspend({ kind: "cancelled" });
    results.set(stepId, result);
    attempt = 0;
  }
  async function runStep<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const stepId = hashStepId(name);
    const earlier = results.get(stepId);
    if (earlier) return unwrapResult(earlier) as Result;
    if (isStopping()) return suspend({ kind: "stopping" });
    if (performance.now() >= turnEnds) return suspend({ kind: "turn over" });
    const result = await toResult(work);
    if (result.type === "error" && attempt < retries)
      return suspend({ kind: "step failed", message: `${name}: ${result.error.message}` });
    await insertResult(stepId, result);
    return unwrapResult(result) as Result;
  }
  const step: Step = {
    run: runStep,
    sleep: async (name, duration) => {
      const stepId = hashStepId(name);
      if (results.has(stepId)) return;
      await insertResult(stepId, { type: "data", data: null });
      return suspend({ kind: "sleep", ms: parseDuration(duration) });
    },
    sendEvent: (name, sent: NewEvent) => runStep(name, () => store({ ...sent, id: toRowId(sent.id) })),
  };
  const ended = (async (): Promise<End> => {
    try {
      await run({ event, runId: id, step });
      return { kind: "returned" };
    } catch (error) {
      return { kind: "threw", error };
    }
  })();
  const end = await Promise.race([ended, suspended.promise]);
  return { end, attempt };
}

// Hashes step ids like Inngest's SDK, because runs of earlier versions stored their steps under these hashes.
const hashStepId = (name: string) => createHash("sha1").update(name).digest("hex");

async function toResult(work: () => unknown): Promise<StepResult> {
  try {
    return { type: "data", data: JSON.parse(JSON.stringify((await work()) ?? null)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    return { type: "error", error: { name, message: stripSqlParameters(message) } };
  }
}

function unwrapResult(result: StepResult): unknown {
  if (result.type === "data") return result.data;
  throw Object.assign(new StepError(result.error.message), { name: result.error.name });
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 };

/** @param duration such as "30s", "10m" or "2h" */
function parseDuration(duration: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(duration) ?? [];
  if (!count) throw new Error(`Not a duration: ${duration}`);
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
