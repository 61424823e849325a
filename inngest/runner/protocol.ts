import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { RunEvent, StepResult } from "@/db/schema/background";
import { toReason } from "../errors";

/**
 * The SDK's execution protocol, spoken in process: a call runs a function up to its next step with the results of
 * earlier steps, and returns the operations it reached (206), its result (200) or an error.
 */
export type Operation = {
  id: string;
  op: "StepRun" | "StepError" | "StepFailed" | "StepPlanned" | "Sleep" | string;
  name: string;
  data?: unknown;
  error?: unknown;
};
export type ProtocolAnswer =
  | { kind: "operations"; operations: Operation[]; retry: Retry }
  | { kind: "finished" }
  | { kind: "failed"; message: string; retry: Retry };
export type Retry = { isAllowed: boolean; afterMs: number | undefined };

type FunctionCall = {
  functionId: string;
  runId: string;
  event: RunEvent;
  steps: Map<string, StepResult>;
  attempt: number;
  stepId?: string;
};

export function protocol(
  client: Inngest,
  functions: InngestFunction.Any[],
): (call: FunctionCall) => Promise<ProtocolAnswer> {
  const handle = serve({ client, functions });
  return async ({ functionId, runId, event, steps, attempt, stepId = "step" }) => {
    const stack = [...steps.keys()];
    const body = {
      version: 1,
      event,
      events: [event],
      steps: Object.fromEntries(steps),
      ctx: {
        run_id: runId,
        attempt,
        disable_immediate_execution: false,
        use_api: false,
        stack: { stack, current: stack.length },
      },
    };
    const answer = await handle(
      new Request(`http://embedded/api/inngest?fnId=${client.id}-${functionId}&stepId=${stepId}`, {
        method: "POST",
        headers: { host: "embedded", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    if (answer.status === 200) return { kind: "finished" };
    if (answer.status === 206) {
      return {
        kind: "operations",
        operations: JSON.parse(text) as Operation[],
        retry: parseRetry(answer.headers),
      };
    }
    return { kind: "failed", message: messageIn(text), retry: parseRetry(answer.headers) };
  };
}

function parseRetry(headers: Headers): Retry {
  const after = headers.get("retry-after");
  const seconds = after === null ? Number.NaN : Number(after);
  const afterMs =
    after === null ? undefined : Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000;
  return { isAllowed: headers.get("x-inngest-no-retry") !== "true", afterMs };
}

function messageIn(text: string): string {
  try {
    return toReason(JSON.parse(text));
  } catch {
    return toReason({ message: text });
  }
}

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Returns the duration of a Sleep operation, whose name is "1h30m" or an ISO 8601 time. */
export function sleepMs(name: string): number {
  const parts = [...name.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join("") === name) {
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
  }
  return Math.max(0, Date.parse(name) - Date.now());
}
