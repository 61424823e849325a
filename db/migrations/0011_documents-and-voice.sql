CREATE TYPE "public"."connector_schedule" AS ENUM('off', 'hourly', 'daily');--> statement-breakpoint
CREATE TYPE "public"."connector_status" AS ENUM('idle', 'queued', 'running');--> statement-breakpoint
CREATE TYPE "public"."recording_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "connector_files" (
	"connector_id" integer NOT NULL,
	"path" text NOT NULL,
	"listed" text,
	"taken" text,
	"listed_run" integer NOT NULL,
	"done_run" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"document_id" integer,
	"problem" text,
	CONSTRAINT "connector_files_connector_id_path_pk" PRIMARY KEY("connector_id","path")
);
--> statement-breakpoint
CREATE TABLE "connectors" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"collection_id" integer NOT NULL,
	"name" text NOT NULL,
	"source" jsonb NOT NULL,
	"encrypted_secret" text,
	"schedule" "connector_schedule" DEFAULT 'daily' NOT NULL,
	"status" "connector_status" DEFAULT 'idle' NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"next_run_at" timestamp (3) with time zone,
	"error" text,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connectors_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
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
DROP INDEX "documents_queued";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scans" jsonb;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "embedding_model" text;--> statement-breakpoint
ALTER TABLE "connector_files" ADD CONSTRAINT "connector_files_connector_id_connectors_id_fk" FOREIGN KEY ("connector_id") REFERENCES "public"."connectors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_files" ADD CONSTRAINT "connector_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_recordings" ADD CONSTRAINT "voice_recordings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_files_of_document" ON "connector_files" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "connector_files_problems" ON "connector_files" USING btree ("connector_id","path") WHERE problem is not null;--> statement-breakpoint
CREATE INDEX "connectors_of_collection" ON "connectors" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "connectors_of_group" ON "connectors" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "connectors_of_user" ON "connectors" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "connectors_due" ON "connectors" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "voice_recordings_request" ON "voice_recordings" USING btree ("user_id","chat_id","request_key");--> statement-breakpoint
CREATE INDEX "voice_recordings_of_chat" ON "voice_recordings" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "voice_recordings_open" ON "voice_recordings" USING btree ("group_id","user_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "voice_recordings_storage" ON "voice_recordings" USING btree ("storage_key") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "voice_recordings_of_message" ON "voice_recordings" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "voice_recordings_age" ON "voice_recordings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_processed" ON "documents" USING btree ("processed_at") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "documents_unread" ON "documents" USING btree ("group_id") WHERE status in ('queued', 'processing');