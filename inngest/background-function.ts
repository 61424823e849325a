import type { RunEvent } from "@/db/schema/background";
import type { EventData, EventName } from "@/lib/platform/background/events";

type Duration = `${number}${"s" | "m" | "h"}`;
export type NewEvent = { id?: string; name: string; data: Record<string, unknown>; ts?: number };

/** Steps run one after the other. Their ids are unique within a function. */
export type Step = {
  /**
   * Runs `work` and stores its result as JSON. A run that starts again gets the stored result.
   * @throws StepError after the last retry
   */
  run<Result>(id: string, work: () => Result | Promise<Result>): Promise<Result>;
  sleep(id: string, duration: Duration): Promise<void>;
  /** An event whose id was sent before is dropped. */
  sendEvent(id: string, event: NewEvent): Promise<void>;
};

export type BackgroundFunction = {
  id: string;
  /** Retries of each step, with exponential backoff. */
  retries: number;
  /** Events that start a run. */
  events?: string[];
  /** Schedule in UTC that starts a run. */
  cron?: string;
  concurrency?: {
    /** Runs of the function at the same time. */
    total?: number;
    /** Runs with the same value in this field of the event's data at the same time. */
    perKey?: { limit: number; field: string };
  };
  /** Field of the event's data from -600 to 600: runs with a higher value start earlier. */
  priorityField?: string;
  run(context: { event: RunEvent; runId: string; step: Step }): unknown;
};

type Definition<Name extends EventName> = Omit<BackgroundFunction, "events" | "run"> & {
  events?: Name[];
  run(context: { event: RunEvent & { data: EventData<Name> }; runId: string; step: Step }): unknown;
};

/** Defines a background function. `inngest-functions.ts` runs it with the Inngest SDK, `runner/` without one. */
export const defineFunction = <Name extends EventName>(definition: Definition<Name>): BackgroundFunction =>
  definition as BackgroundFunction;
