import { z } from "zod";

const documentAdded = z.object({
  document_id: z.int(),
  attempt: z.int(),
  group_id: z.guid(),
  /** Priority among the runs of the group, at most 600. Runs with a higher priority start earlier. */
  priority: z.int(),
  is_read: z.boolean().optional(),
  is_cut: z.boolean().optional(),
});

const events = {
  "reply.requested": z.object({ streaming_task_id: z.guid() }),
  "summary.requested": z.object({ chat_id: z.int(), virtual_assistant_id: z.int().nullable() }),
  "compaction.requested": z.object({ chat_id: z.int(), run_id: z.guid() }),
  "evaluation.requested": z.object({ run_id: z.int() }),
  "follow-ups.requested": z.object({ message_id: z.int(), user_id: z.int() }),
  "title.requested": z.object({ chat_id: z.int(), virtual_assistant_id: z.int().nullable() }),
  "push.requested": z.object({ message_id: z.int() }),
  "push.mail-held": z.object({ inbound_mail_id: z.int() }),
  "push.visitor-waits": z.object({ chat_id: z.int() }),
  "visitor.answered": z.object({ conversation_id: z.int(), message_id: z.int() }),
  "mail.requested": z.object({ mail_id: z.guid() }),
  "inbound-mail.accepted": z.object({ inbound_mail_id: z.int() }),
  "job.due": z.object({ job_id: z.int(), run_id: z.int() }),
  "task.chats-outdated": z.object({ run_id: z.guid() }),
  "webhook.due": z.object({ delivery_id: z.guid(), webhook_id: z.int() }),
  "document.added": documentAdded,
  "document.added.medium": documentAdded,
  "document.added.short": documentAdded,
  "connector.due": z.object({
    connector_id: z.int(),
    run: z.int(),
    group_id: z.guid(),
    is_listed: z.boolean().optional(),
  }),
  "video.requested": z.object({ conversion_id: z.guid(), group_id: z.guid() }),
  "voice.requested": z.object({ recording_id: z.guid(), group_id: z.guid() }),
  "import.requested": z.object({ import_id: z.int(), group_id: z.guid() }),
  "messages.stored": z.object({ group_id: z.guid() }),
  "vectors.missing": z.object({}),
};

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]>;
