DROP INDEX "streaming_tasks_of_message";--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "temperature" double precision;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "reasoning_effort" text;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "max_output_tokens" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "temperature" double precision;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "reasoning_effort" text;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "max_output_tokens" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "instructions" text;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "streaming_tasks_of_message" ON "streaming_tasks" USING btree ("user_message_id","position") WHERE status in ('queued', 'running');