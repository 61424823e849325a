import type { z } from "zod";
import { RECORDING_FAULTS, type VoiceRecording } from "./contract";
import type { RecordingRow } from "./queries";

type RecordingItem = z.input<typeof VoiceRecording>;

export const toRecording = (row: RecordingRow): RecordingItem => ({
  id: row.id,
  status: row.status,
  percent: getPercent(row),
  seconds: row.seconds,
  message_id: row.messageId,
  streaming_task_id: row.streamingTaskId,
  error: row.finishedAt && row.error ? { code: toFaultCode(row.fault), message: row.error } : null,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

const toFaultCode = (fault: string | null) => RECORDING_FAULTS.find((code) => code === fault) ?? "internal";

function getPercent({ finishedAt, parts, heard }: RecordingRow): number | null {
  if (finishedAt || parts === null || parts === 1) return null;
  return Math.floor((100 * Object.keys(heard).length) / parts);
}
