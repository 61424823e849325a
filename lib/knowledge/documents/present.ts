import { toUserMini } from "@/lib/identity/people/service";
import type { ListedDocument } from "./queries";
import type { QueuePosition } from "./queries/waiting";

/**
 * @param row a document of a chat or of the library; documents of tasks are returned with their tasks
 * @param place the queue position of a queued document
 */
export const toDocument = (row: ListedDocument, canChange: boolean, place: QueuePosition | undefined) => ({
  id: row.id,
  uuid: row.uuid,
  file_name: row.fileName,
  folder: row.folder,
  mime_type: row.mimeType,
  size: row.size,
  sha256: row.sha256,
  status: row.status,
  step: row.step,
  progress: row.progress,
  queue_position: place?.position ?? null,
  queue_seconds: place?.seconds ?? null,
  error: row.error,
  note: row.note,
  pages: row.pages,
  scanned_pages: row.scans && { read: row.scans.total - row.scans.left.length, total: row.scans.total },
  characters: row.characters,
  has_transcript: row.hasTranscript,
  place: row.chatWorkspaceId === null ? (row.place as "chat" | "library") : ("workspace" as const),
  usable_by: row.place === "chat" || row.chatWorkspaceId !== null ? null : row.usableBy,
  user_ids: canChange ? row.userIds : [],
  chat_id: row.chatId,
  chat_workspace_id: row.chatWorkspaceId,
  archive_id: row.archiveId,
  may_change: canChange,
  created_by: row.maker && toUserMini(row.maker),
  created_at: row.createdAt.toISOString(),
});
