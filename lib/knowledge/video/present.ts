import type { z } from "zod";
import type { ConversionProgress, VideoConversion } from "./contract";
import type { ListedConversion, PolledConversion } from "./queries";

export const toStatus = (status: PolledConversion["status"]) => (status === "waiting" ? "queued" : status);

export function toProgress(
  row: Pick<PolledConversion, "finishedAt" | "stage" | "part" | "parts" | "percent">,
): z.output<typeof ConversionProgress> | undefined {
  if (row.finishedAt) return undefined;
  const stage = (row.stage ?? "waiting") as z.output<typeof ConversionProgress>["stage"];
  const { part, parts, percent } = row;
  return { stage, part: part ?? 1, parts: parts ?? 1, ...(percent !== null && { percent }) };
}

// Only conversions of documents can be retried, because uploaded files are deleted at the end.
const canRetry = ({ status, documentId }: Pick<ListedConversion, "status" | "documentId">): boolean =>
  (status === "failed" || status === "cancelled") && documentId !== null;

export const toListItem = (row: ListedConversion): z.output<typeof VideoConversion> => ({
  streaming_task_id: row.id,
  kind: row.kind,
  file_name: row.fileName,
  document_id: row.documentId,
  status: toStatus(row.status),
  progress: toProgress(row) ?? null,
  requested_method: row.method,
  method: row.usedMethod,
  error: row.error,
  text_url: row.status === "completed" ? `/api/v1/video/conversions/${row.id}/text` : null,
  may_retry: canRetry(row),
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

export function toStreamState(row: PolledConversion) {
  const text = row.text ?? "";
  return {
    streaming_task_id: row.id,
    status: toStatus(row.status),
    text,
    chunk_idx: text.length,
    finished: row.finishedAt !== null,
    restarted: false,
    message_ids: [],
    reasoning_steps: [],
    error: row.error,
    approvals: [],
    questions: [],
    method: row.usedMethod,
    progress: toProgress(row) ?? null,
  };
}
