import { deleteUnreferenced } from "@/lib/chat/files/service";
import type { MediaProperties } from "@/lib/files/media/service";
import type { Segment } from "@/lib/knowledge/transcripts/service";
import { log } from "@/lib/platform/log";
import { getLocalCopy } from "@/lib/platform/storage/service";
import type { CONVERSION_STAGES } from "./contract";
import { type ConversionFault, TOO_SLOW, toFault, unforeseen } from "./errors";
import type { Screen } from "./parts";
import { Interrupted, interruptConversion, notifyChange, runWhileOpen } from "./progress";
import * as queries from "./queries";

const MAX_STEP_MS = 2 * 3_600_000;
// The minimum difference between two published percentages.
const MIN_PERCENT_STEP = 5;

type Method = "full_video" | "frames_plus_audio";

export type ConversionFindings = {
  facts: MediaProperties;
  size: number;
  /** The id of the document's chat, 0 for none. */
  chatId: number;
  failed?: string[];
  /** The times of the scenes in seconds. */
  scenes?: number[];
  screens?: Screen[];
  /** True when no on-screen text was found. Later conversions of the document then skip text recognition. */
  showsNoText?: boolean;
  transcript?: Segment[];
  isDraft?: boolean;
  silence?: string;
  /** True when a model without vision support has read some parts. */
  blind?: boolean;
  written?: { text: string; model: string; method: Method };
} & { [part in `part ${number}`]?: string };

type Stage = (typeof CONVERSION_STAGES)[number];

export type ConversionStep = {
  row: queries.ConversionRow;
  found: ConversionFindings;
  /** Aborts when the conversion has ended, or takes too long. */
  signal: AbortSignal;
  /** Stores an intermediate result, so that later attempts reuse it. */
  keep: (found: Partial<ConversionFindings>) => Promise<void>;
  progress: (stage: Stage, at?: { part?: number; parts?: number; percent?: number }) => Promise<void>;
  withFile: <T>(work: (path: string) => Promise<T>) => Promise<T>;
};

/**
 * Attempts a step. Returns true when there is more to do; false when the conversion had already ended, or has failed
 * because of a model or the file.
 * @throws unexpected errors, which are not caused by the file or a provider
 */
export async function runStep(id: string, work: (run: ConversionStep) => Promise<void>): Promise<boolean> {
  const row = await queries.findOpen({ id });
  if (!row) return false;
  return runWhileOpen(id, MAX_STEP_MS, async (signal) => {
    try {
      await work(toRun(row, signal));
      return queries.isStillOpen({ id });
    } catch (error) {
      if (signal.reason instanceof Interrupted || !(await queries.isStillOpen({ id }))) return false;
      const fault = signal.aborted ? { fault: "provider_failed", error: TOO_SLOW } : toFault(error);
      if (!fault) throw error;
      await fail(id, fault);
      return false;
    }
  });
}

function toRun(row: queries.ConversionRow, signal: AbortSignal): ConversionStep {
  const { id } = row;
  const found = row.found as ConversionFindings;
  const write = async (change: Omit<Parameters<typeof queries.updateConversion>[0], "id">) => {
    if (!(await queries.updateConversion({ id, ...change }))) interruptConversion(id);
    notifyChange(id);
  };
  let told = -1;
  return {
    row,
    found,
    signal,
    keep: (more) => {
      Object.assign(found, more);
      return write({ found: more });
    },
    progress: async (stage, { part = 1, parts = 1, percent } = {}) => {
      const isMore = percent === undefined || percent >= told + MIN_PERCENT_STEP;
      if (!isMore) return;
      told = percent ?? -1;
      const values = { stage, part, parts, percent: percent === undefined ? null : Math.floor(percent) };
      await write({ values }).catch((error) => {
        log.warn({ err: error, conversion: id }, "the progress of a conversion could not be published");
      });
    },
    withFile: async (work) => {
      const { path, dispose } = await getLocalCopy(row.storageKey);
      return await work(path).finally(dispose);
    },
  };
}

export const complete = ({ row }: ConversionStep, usedMethod: Method, text: string): Promise<void> =>
  endConversion(row.id, { status: "completed", usedMethod, text });

export const fail = (id: string, fault: ConversionFault = unforeseen): Promise<void> => {
  log.warn({ conversion: id, ...fault }, "a video could not be converted to text");
  return endConversion(id, { status: "failed", ...fault });
};

export const cancel = (id: string): Promise<void> =>
  endConversion(id, { status: "cancelled", fault: "conflict", error: "The conversion was stopped." });

async function endConversion(
  id: string,
  ending: Omit<Parameters<typeof queries.end>[0], "id">,
): Promise<void> {
  const ended = await queries.end({ id, ...ending });
  if (!ended) return;
  if (ending.status === "cancelled") interruptConversion(id);
  notifyChange(id);
  await deleteUnreferenced([ended.storageKey]);
}
