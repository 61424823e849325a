CREATE TYPE "public"."group_role" AS ENUM('owner', 'admin', 'member');--> statement-breakpoint
CREATE TYPE "public"."background_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."chat_role" AS ENUM('owner', 'admin', 'member');--> statement-breakpoint
CREATE TYPE "public"."chat_sorting_strategy" AS ENUM('automatically', 'manually', 'by_name', 'by_created_at');--> statement-breakpoint
CREATE TYPE "public"."chat_type" AS ENUM('private', 'group', 'direct');--> statement-breakpoint
CREATE TYPE "public"."page_type" AS ENUM('chat', 'canvas', 'documents');--> statement-breakpoint
CREATE TYPE "public"."message_type" AS ENUM('message', 'voice', 'event');--> statement-breakpoint
CREATE TYPE "public"."streaming_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."user_type" AS ENUM('user', 'assistant', 'guest', 'system');--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid,
	"user_id" integer,
	"action" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"role" "group_role" NOT NULL,
	"mention_name" text,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_members_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"email" text,
	"role" "group_role" NOT NULL,
	"hash" text NOT NULL,
	"invited_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token" text NOT NULL,
	"device_id" text,
	"platform" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"is_browser" boolean NOT NULL,
	"refresh_hash" text,
	"parent_hash" text,
	"rotated_at" timestamp (3) with time zone,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"avatar_url" text,
	"password_hash" text,
	"email_confirmed_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"firebase_uid" text,
	"signed_out_at" timestamp (3) with time zone,
	"is_installation_owner" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_connections" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"base_url" text,
	"encrypted_key" text,
	"model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "virtual_assistants" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mention_name" text,
	"description" text,
	"instructions" text DEFAULT '' NOT NULL,
	"model" text,
	"avatar" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "background_crons" (
	"function_id" text PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "background_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dispatched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "background_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"function_id" text NOT NULL,
	"event_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"status" "background_status" DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"wake_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"owner" text,
	"lease_until" timestamp (3) with time zone,
	"concurrency_key" text,
	"concurrency_limit" integer,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "background_steps" (
	"run_id" uuid NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "background_steps_run_id_id_pk" PRIMARY KEY("run_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_members" (
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"role" "chat_role" NOT NULL,
	"is_starred" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"position" integer,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"last_read_message_id" integer,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_members_chat_id_user_id_pk" PRIMARY KEY("chat_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chat_workspaces" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_workspaces_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_named_by_person" boolean DEFAULT false NOT NULL,
	"chat_type" "chat_type" DEFAULT 'private' NOT NULL,
	"page_type" "page_type" DEFAULT 'chat' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"goal" text,
	"memo" text,
	"canvas" text,
	"summary" text,
	"mention_name" text,
	"virtual_assistant_id" integer,
	"chat_workspace_id" integer,
	"parent_chat_id" integer,
	"temp" boolean DEFAULT false NOT NULL,
	"global_memory" boolean DEFAULT false NOT NULL,
	"chat_history" boolean DEFAULT true NOT NULL,
	"search_in_chat" boolean DEFAULT true NOT NULL,
	"search_in_workspace" boolean DEFAULT false NOT NULL,
	"search_in_documents" boolean DEFAULT true NOT NULL,
	"inherit_context_from_parent" boolean DEFAULT false NOT NULL,
	"summary_enabled" boolean DEFAULT false NOT NULL,
	"documents_and_collections_enabled" boolean DEFAULT true NOT NULL,
	"scheduled_jobs_enabled" boolean DEFAULT false NOT NULL,
	"email_integration_enabled" boolean DEFAULT false NOT NULL,
	"sub_chat_sorting_strategy" "chat_sorting_strategy",
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_message_id" integer,
	"last_message_text" text,
	"last_message_user_type" text,
	"last_message_at" timestamp (3) with time zone,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chats_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer,
	"file_name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"message_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"user_type" "user_type" NOT NULL,
	"type" "message_type" DEFAULT 'message' NOT NULL,
	"text" text NOT NULL,
	"from_user_id" integer,
	"from_virtual_assistant_id" integer,
	"replying_to_id" integer,
	"task_id" text,
	"llm_trace_id" text,
	"memory_id" text,
	"is_indexed" boolean DEFAULT false NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"extra" jsonb,
	"reasoning_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attachments" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window" integer NOT NULL,
	"taken" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_key_window_pk" PRIMARY KEY("key","window")
);
--> statement-breakpoint
CREATE TABLE "streaming_chunks" (
	"task_id" uuid NOT NULL,
	"idx" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "streaming_chunks_task_id_idx_pk" PRIMARY KEY("task_id","idx")
);
--> statement-breakpoint
CREATE TABLE "streaming_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"user_message_id" integer NOT NULL,
	"assistant_ids" integer[] NOT NULL,
	"is_sync" boolean DEFAULT false NOT NULL,
	"replaces" integer[] DEFAULT '{}' NOT NULL,
	"status" "streaming_status" DEFAULT 'queued' NOT NULL,
	"start_idx" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"message_ids" integer[] DEFAULT '{}' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"is_stop_asked" boolean DEFAULT false NOT NULL,
	"owner" text,
	"heartbeat_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_refresh_tokens" ADD CONSTRAINT "used_refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_connections" ADD CONSTRAINT "model_connections_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD CONSTRAINT "virtual_assistants_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD CONSTRAINT "virtual_assistants_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "background_steps" ADD CONSTRAINT "background_steps_run_id_background_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."background_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD CONSTRAINT "chat_workspaces_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD CONSTRAINT "chat_workspaces_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_parent_chat_id_chats_id_fk" FOREIGN KEY ("parent_chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("from_virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_replying_to_id_messages_id_fk" FOREIGN KEY ("replying_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_chunks" ADD CONSTRAINT "streaming_chunks_task_id_streaming_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD CONSTRAINT "streaming_tasks_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD CONSTRAINT "streaming_tasks_user_message_id_messages_id_fk" FOREIGN KEY ("user_message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_tokens_of_user" ON "api_tokens" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_group" ON "audit_entries" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_user" ON "audit_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "group_members_of_group" ON "group_members" USING btree ("group_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_mention" ON "group_members" USING btree ("group_id","mention_name");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "invitations_of_group" ON "invitations" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "mailed_tokens_of_email" ON "mailed_tokens" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "mailed_tokens_expiry" ON "mailed_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_token" ON "push_devices" USING btree ("token");--> statement-breakpoint
CREATE INDEX "push_devices_of_user" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "sessions" USING btree ("parent_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_firebase" ON "users" USING btree ("firebase_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "model_connections_of_group" ON "model_connections" USING btree ("group_id","provider");--> statement-breakpoint
CREATE INDEX "virtual_assistants_of_group" ON "virtual_assistants" USING btree ("group_id","name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_assistants_mention" ON "virtual_assistants" USING btree ("group_id","mention_name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_assistants_default" ON "virtual_assistants" USING btree ("group_id") WHERE is_default and removed_at is null;--> statement-breakpoint
CREATE INDEX "background_events_waiting" ON "background_events" USING btree ("created_at") WHERE dispatched_at is null;--> statement-breakpoint
CREATE INDEX "background_events_age" ON "background_events" USING btree ("dispatched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "background_runs_once" ON "background_runs" USING btree ("event_id","function_id");--> statement-breakpoint
CREATE INDEX "background_runs_due" ON "background_runs" USING btree ("wake_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "background_runs_running" ON "background_runs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "background_runs_keys" ON "background_runs" USING btree ("concurrency_key") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "background_runs_age" ON "background_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_members_list" ON "chat_members" USING btree ("user_id","group_id","is_archived","is_starred","last_activity_at","chat_id");--> statement-breakpoint
CREATE INDEX "chat_members_unread" ON "chat_members" USING btree ("user_id","group_id") WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "chat_workspaces_of_group" ON "chat_workspaces" USING btree ("group_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_mention" ON "chats" USING btree ("group_id","mention_name");--> statement-breakpoint
CREATE INDEX "chats_plain" ON "chats" USING btree ("id") WHERE not temp and chat_workspace_id is null and parent_chat_id is null;--> statement-breakpoint
CREATE INDEX "chats_of_parent" ON "chats" USING btree ("parent_chat_id");--> statement-breakpoint
CREATE INDEX "chats_of_workspace" ON "chats" USING btree ("chat_workspace_id");--> statement-breakpoint
CREATE INDEX "chats_of_assistant" ON "chats" USING btree ("virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "chats_temp" ON "chats" USING btree ("last_activity_at") WHERE temp;--> statement-breakpoint
CREATE INDEX "chats_name_search" ON "chats" USING gin (fold(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chats_summary_search" ON "chats" USING gin (fold(summary) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documents_of_chat" ON "documents" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_group" ON "documents" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "documents_storage" ON "documents" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_of_chat" ON "messages" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("replying_to_id") WHERE replying_to_id is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_end" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "streaming_tasks_of_chat" ON "streaming_tasks" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "streaming_tasks_of_message" ON "streaming_tasks" USING btree ("user_message_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "streaming_tasks_open" ON "streaming_tasks" USING btree ("heartbeat_at") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "streaming_tasks_age" ON "streaming_tasks" USING btree ("created_at");