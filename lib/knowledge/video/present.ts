import type { z } from "zod";
import type { ConversionProgress } from "./contract";
import type { Looked } from "./queries";

/** As a reply that waits is called. */
export const statusOf = (status: Looked["status"]) => (status === "waiting" ? "queued" : status);

/** What is being done; undefined when it is over. */
export function progress(row: Looked): z.output<typeof ConversionProgress> | undefined {
  if (row.finishedAt) return undefined;
  const stage = (row.stage ?? "waiting") as z.output<typeof ConversionProgress>["stage"];
  const { part, parts, percent } = row;
  return { stage, part: part ?? 1, parts: parts ?? 1, ...(percent !== null && { percent }) };
}

/** A conversion in the shape that a streaming task has, with what only conversions have. */
export function state(row: Looked) {
  const text = row.text ?? "";
  return {
    streaming_task_id: row.id,
    status: statusOf(row.status),
    text,
    chunk_idx: text.length,
    finished: row.finishedAt !== null,
    restarted: false,
    message_ids: [],
    reasoning_steps: [],
    error: row.error,
    approvals: [],
    method: row.usedMethod,
    progress: progress(row) ?? null,
  };
}
