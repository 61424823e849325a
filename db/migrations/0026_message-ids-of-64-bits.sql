-- One statement for each table, because each rewrites it.
ALTER SEQUENCE "messages_id_seq" AS bigint;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "chat_members" ALTER COLUMN "last_read_message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "chats"
  ALTER COLUMN "branched_from_message_id" SET DATA TYPE bigint,
  ALTER COLUMN "last_message_id" SET DATA TYPE bigint,
  ALTER COLUMN "summarized_through_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "inbound_mails" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "job_runs" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "memories" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "member_ratings" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "message_reactions" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "messages"
  ALTER COLUMN "id" SET DATA TYPE bigint,
  ALTER COLUMN "replying_to_id" SET DATA TYPE bigint,
  ALTER COLUMN "version_of" SET DATA TYPE bigint,
  ALTER COLUMN "aside_with_id" SET DATA TYPE bigint,
  ALTER COLUMN "copied_from" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "streaming_tasks"
  ALTER COLUMN "user_message_id" SET DATA TYPE bigint,
  ALTER COLUMN "replaces" SET DATA TYPE bigint[],
  ALTER COLUMN "message_ids" SET DATA TYPE bigint[];--> statement-breakpoint
ALTER TABLE "public_sessions"
  ALTER COLUMN "handover_message_id" SET DATA TYPE bigint,
  ALTER COLUMN "mailed_message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "reply_ratings" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "passages" ALTER COLUMN "message_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "voice_recordings"
  ALTER COLUMN "replying_to_id" SET DATA TYPE bigint,
  ALTER COLUMN "message_id" SET DATA TYPE bigint;
