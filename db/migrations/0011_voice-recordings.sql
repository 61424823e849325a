CREATE TYPE "public"."recording_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "voice_recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"request_key" text,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"translate" boolean NOT NULL,
	"models" text[],
	"replying_to_id" integer,
	"status" "recording_status" DEFAULT 'queued' NOT NULL,
	"seconds" integer,
	"parts" integer,
	"heard" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"message_id" integer,
	"streaming_task_id" text,
	"fault" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "voice_recordings_request" ON "voice_recordings" USING btree ("user_id","chat_id","request_key");--> statement-breakpoint
CREATE INDEX "voice_recordings_of_chat" ON "voice_recordings" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "voice_recordings_open" ON "voice_recordings" USING btree ("group_id","user_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "voice_recordings_storage" ON "voice_recordings" USING btree ("storage_key") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "voice_recordings_of_message" ON "voice_recordings" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "voice_recordings_age" ON "voice_recordings" USING btree ("created_at");