import type { StoredAttachment, StoredStep } from "@/db/schema/messages";
import type { MessageRow, ShownMessage } from "./queries";

export const toReasoningStep = (step: StoredStep) => ({
  id: null,
  kind: step.kind ?? null,
  label: step.label,
  right_text: step.right_text ?? null,
  description_md: step.description_md,
  emoji: null,
  step_type: "reasoning" as const,
  order: step.order,
  metadata:
    step.result === undefined
      ? null
      : { result: step.result, failed: step.failed ?? false, canvas_page_id: step.canvas_page_id },
  children: null,
  created_at: step.created_at,
});

const attachment = ({ document_id, file_name, mime_type, size }: StoredAttachment) => ({
  document_id,
  file_name,
  mime_type,
  size,
  url: `/api/v1/documents/${document_id}/content`,
});

export const toMessageResponse = (
  { message: row, chatUuid, quoted, quotedName, reactions, versions }: ShownMessage,
  readerId: number,
) => ({
  id: row.id,
  chat_id: row.chatId,
  chat_uuid: chatUuid,
  user_type: row.userType,
  type: row.type,
  message: row.text,
  user_location: null,
  created_at: row.createdAt.toISOString(),
  message_processed_at: row.processedAt?.toISOString() ?? null,
  from_user_id: row.fromUserId,
  from_virtual_assistant_id: row.fromVirtualAssistantId,
  task_id: row.taskId,
  replying_to_message: quoted && {
    id: quoted.id,
    message: quoted.text,
    full_name: quotedName ?? "",
    type: quoted.type,
  },
  indexed: row.isIndexed,
  llm_trace_id: row.llmTraceId,
  extra: versions && versions.length > 1 ? { ...row.extra, versions } : row.extra,
  message_attachments: row.attachments?.map(attachment) ?? null,
  memory_id: row.memoryId,
  edited: row.isEdited,
  reasoning_steps: row.reasoningSteps.map(toReasoningStep),
  aggregated_reactions: (reactions ?? []).map(({ emoji, user_ids }) => ({
    emoji,
    count: user_ids.length,
    user_ids,
    me: user_ids.includes(readerId),
  })),
});

export const reply = (row: MessageRow, chatUuid: string, question: MessageRow, askedBy: string) =>
  toMessageResponse(
    { message: row, chatUuid, quoted: question, quotedName: askedBy, reactions: null, versions: null },
    0,
  );
