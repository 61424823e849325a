CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- What searches compare: lower case without accents. Declared immutable so that it can be indexed; the
-- dictionary is named in full because only then is that true.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
--> statement-breakpoint
CREATE TYPE "public"."group_role" AS ENUM('owner', 'admin', 'member');--> statement-breakpoint
CREATE TYPE "public"."background_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."chat_place" AS ENUM('list', 'workspace', 'sub_chat', 'temp');--> statement-breakpoint
CREATE TYPE "public"."chat_role" AS ENUM('owner', 'admin', 'member');--> statement-breakpoint
CREATE TYPE "public"."chat_sorting_strategy" AS ENUM('automatically', 'manually', 'by_name', 'by_created_at');--> statement-breakpoint
CREATE TYPE "public"."chat_type" AS ENUM('private', 'group', 'direct');--> statement-breakpoint
CREATE TYPE "public"."page_type" AS ENUM('chat', 'canvas', 'documents');--> statement-breakpoint
CREATE TYPE "public"."document_place" AS ENUM('chat', 'library', 'task');--> statement-breakpoint
CREATE TYPE "public"."document_status" AS ENUM('queued', 'processing', 'ready', 'failed');--> statement-breakpoint
CREATE TYPE "public"."inbound_mail_state" AS ENUM('accepted', 'held', 'refused', 'ignored');--> statement-breakpoint
CREATE TYPE "public"."job_run_status" AS ENUM('running', 'completed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."job_state" AS ENUM('active', 'paused', 'done');--> statement-breakpoint
CREATE TYPE "public"."approval_state" AS ENUM('waiting', 'allowed', 'refused');--> statement-breakpoint
CREATE TYPE "public"."message_type" AS ENUM('message', 'voice', 'event');--> statement-breakpoint
CREATE TYPE "public"."streaming_status" AS ENUM('queued', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."user_type" AS ENUM('user', 'assistant', 'guest', 'system');--> statement-breakpoint
CREATE TYPE "public"."passage_kind" AS ENUM('message', 'chat_document', 'library_document', 'task_document');--> statement-breakpoint
CREATE TYPE "public"."task_update_state" AS ENUM('running', 'done', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."conversion_status" AS ENUM('waiting', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('pending', 'delivered', 'failed');--> statement-breakpoint
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
	"first_steps_done_at" timestamp (3) with time zone,
	CONSTRAINT "group_members_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"monthly_tokens" bigint,
	"operator_monthly_tokens" bigint,
	"suspended_at" timestamp (3) with time zone,
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
	"by_installation_owner" boolean DEFAULT false NOT NULL,
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
	"greeting" text,
	"suggested_questions" text[] DEFAULT '{}' NOT NULL,
	"model" text,
	"avatar" text,
	"tools" text[],
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
	"total_limit" integer,
	"priority" integer DEFAULT 0 NOT NULL,
	"taken_at" timestamp (3) with time zone,
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
CREATE TABLE "canvas_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"text" text,
	"changed_by_user_id" integer,
	"changed_by_assistant_id" integer,
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
	"place" "chat_place" DEFAULT 'list' NOT NULL,
	"chat_type" "chat_type" DEFAULT 'private' NOT NULL,
	"virtual_assistant_id" integer,
	"chat_workspace_id" integer,
	"name_key" text DEFAULT '' NOT NULL,
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
	"public_epoch" integer DEFAULT 0 NOT NULL,
	"goal" text,
	"memo" text,
	"canvas" text,
	"summary" text,
	"search_text" text GENERATED ALWAYS AS (fold(name) || chr(1) || coalesce(fold(summary), '')) STORED,
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
	"source_task_id" integer,
	"source_task_version" integer,
	"standing_key" text,
	"summarized_through_id" integer,
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
CREATE TABLE "chat_collections" (
	"chat_id" integer NOT NULL,
	"collection_id" integer NOT NULL,
	CONSTRAINT "chat_collections_chat_id_collection_id_pk" PRIMARY KEY("chat_id","collection_id")
);
--> statement-breakpoint
CREATE TABLE "collection_documents" (
	"collection_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	CONSTRAINT "collection_documents_collection_id_document_id_pk" PRIMARY KEY("collection_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "document_texts" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"place" "document_place" DEFAULT 'chat' NOT NULL,
	"chat_id" integer,
	"archive_id" integer,
	"file_name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"status" "document_status" DEFAULT 'queued' NOT NULL,
	"step" text,
	"progress" integer,
	"error" text,
	"note" text,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"pages" integer,
	"characters" integer,
	"has_transcript" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "documents_uuid_unique" UNIQUE("uuid"),
	CONSTRAINT "documents_place_fits" CHECK ((place = 'chat') = (chat_id is not null))
);
--> statement-breakpoint
CREATE TABLE "task_collections" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"collection_id" integer NOT NULL,
	CONSTRAINT "task_collections_task_id_number_collection_id_pk" PRIMARY KEY("task_id","number","collection_id")
);
--> statement-breakpoint
CREATE TABLE "task_documents" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"document_id" integer NOT NULL,
	CONSTRAINT "task_documents_task_id_number_document_id_pk" PRIMARY KEY("task_id","number","document_id")
);
--> statement-breakpoint
CREATE TABLE "chat_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer NOT NULL,
	"state" "inbound_mail_state" NOT NULL,
	"reason" text,
	"from_address" text NOT NULL,
	"from_name" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mail_id" text NOT NULL,
	"references" text[] DEFAULT '{}' NOT NULL,
	"message_id" integer,
	"decided_by" integer,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"setup_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"monthly_tokens" bigint
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"job_id" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"status" "job_run_status" DEFAULT 'running' NOT NULL,
	"error" text,
	"message_id" integer,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer NOT NULL,
	"name" text NOT NULL,
	"prompt" text NOT NULL,
	"virtual_assistant_id" integer,
	"cron" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"state" "job_state" DEFAULT 'active' NOT NULL,
	"next_at" timestamp (3) with time zone,
	"is_by_assistant" boolean DEFAULT false NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_mcp_servers" (
	"virtual_assistant_id" integer NOT NULL,
	"mcp_server_id" integer NOT NULL,
	CONSTRAINT "assistant_mcp_servers_virtual_assistant_id_mcp_server_id_pk" PRIMARY KEY("virtual_assistant_id","mcp_server_id")
);
--> statement-breakpoint
CREATE TABLE "mcp_servers" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"encrypted_headers" text,
	"encrypted_oauth" text,
	"tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled_tools" text[] DEFAULT '{}' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"error" text,
	"checked_at" timestamp (3) with time zone,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "standing_approvals" (
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mcp_server_id" integer NOT NULL,
	"tool" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "standing_approvals_chat_id_user_id_mcp_server_id_tool_pk" PRIMARY KEY("chat_id","user_id","mcp_server_id","tool")
);
--> statement-breakpoint
CREATE TABLE "tool_approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"streaming_task_id" uuid NOT NULL,
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mcp_server_id" integer NOT NULL,
	"tool" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" "approval_state" DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"chat_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"message_id" integer,
	"claim" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"emoji" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_reactions_message_id_user_id_emoji_pk" PRIMARY KEY("message_id","user_id","emoji")
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
	"asked_by" integer,
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
CREATE TABLE "public_sessions" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"conversation_id" integer,
	"hash" text NOT NULL,
	"epoch" integer NOT NULL,
	"marker_hash" text,
	"page" text,
	"language" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"taken_over_at" timestamp (3) with time zone,
	"taken_over_by" integer
);
--> statement-breakpoint
CREATE TABLE "public_usage" (
	"chat_id" integer NOT NULL,
	"day" date NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "public_usage_chat_id_day_pk" PRIMARY KEY("chat_id","day")
);
--> statement-breakpoint
CREATE TABLE "embedding_models" (
	"id" serial PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passage_vectors" (
	"passage_id" bigint NOT NULL,
	"model_id" integer NOT NULL,
	"kind" "passage_kind" NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer,
	"embedding" vector NOT NULL,
	CONSTRAINT "passage_vectors_model_id_passage_id_pk" PRIMARY KEY("model_id","passage_id")
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" "passage_kind" NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer,
	"message_id" integer,
	"document_id" integer,
	"ordinal" integer NOT NULL,
	"page" integer,
	"start" integer NOT NULL,
	"length" integer NOT NULL,
	"text" text,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_actions" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"action_name" text NOT NULL,
	"prompt" text NOT NULL,
	"virtual_assistant_id" integer,
	"position" integer,
	"accepted_types" text[] DEFAULT '{}' NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_chat_updates" (
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"run_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"state" "task_update_state" DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_chat_updates_task_id_user_id_pk" PRIMARY KEY("task_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "task_versions" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_versions_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"mention_name" text,
	"latest_version" integer NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_prices" (
	"group_id" uuid NOT NULL,
	"model" text NOT NULL,
	"input" numeric(12, 6) NOT NULL,
	"output" numeric(12, 6) NOT NULL,
	CONSTRAINT "model_prices_group_id_model_pk" PRIMARY KEY("group_id","model")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"group_id" uuid NOT NULL,
	"day" date NOT NULL,
	"chat_id" integer NOT NULL,
	"virtual_assistant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"model" text NOT NULL,
	"kind" text DEFAULT 'reply' NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_group_id_day_chat_id_virtual_assistant_id_user_id_model_kind_pk" PRIMARY KEY("group_id","day","chat_id","virtual_assistant_id","user_id","model","kind")
);
--> statement-breakpoint
CREATE TABLE "video_conversions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"document_id" integer,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"method" text NOT NULL,
	"model" text,
	"extra_instructions" text,
	"status" "conversion_status" DEFAULT 'waiting' NOT NULL,
	"stage" text,
	"part" integer,
	"parts" integer,
	"percent" integer,
	"found" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"used_method" text,
	"text" text,
	"fault" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" integer NOT NULL,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" "delivery_state" DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"encrypted_secret" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_changed_by_user_id_users_id_fk" FOREIGN KEY ("changed_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_changed_by_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("changed_by_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD CONSTRAINT "chat_workspaces_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD CONSTRAINT "chat_workspaces_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_parent_chat_id_chats_id_fk" FOREIGN KEY ("parent_chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_source_task_id_tasks_id_fk" FOREIGN KEY ("source_task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_collections" ADD CONSTRAINT "chat_collections_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_collections" ADD CONSTRAINT "chat_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_archive_id_documents_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_collections" ADD CONSTRAINT "task_collections_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_collections" ADD CONSTRAINT "task_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_job_id_scheduled_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."scheduled_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD CONSTRAINT "scheduled_jobs_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD CONSTRAINT "scheduled_jobs_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD CONSTRAINT "scheduled_jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_mcp_servers" ADD CONSTRAINT "assistant_mcp_servers_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_mcp_servers" ADD CONSTRAINT "assistant_mcp_servers_mcp_server_id_mcp_servers_id_fk" FOREIGN KEY ("mcp_server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_approvals" ADD CONSTRAINT "standing_approvals_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_approvals" ADD CONSTRAINT "standing_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_approvals" ADD CONSTRAINT "standing_approvals_mcp_server_id_mcp_servers_id_fk" FOREIGN KEY ("mcp_server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_approvals" ADD CONSTRAINT "tool_approvals_streaming_task_id_streaming_tasks_id_fk" FOREIGN KEY ("streaming_task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_approvals" ADD CONSTRAINT "tool_approvals_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_approvals" ADD CONSTRAINT "tool_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_approvals" ADD CONSTRAINT "tool_approvals_mcp_server_id_mcp_servers_id_fk" FOREIGN KEY ("mcp_server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_from_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("from_virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_replying_to_id_messages_id_fk" FOREIGN KEY ("replying_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_chunks" ADD CONSTRAINT "streaming_chunks_task_id_streaming_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD CONSTRAINT "streaming_tasks_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD CONSTRAINT "streaming_tasks_user_message_id_messages_id_fk" FOREIGN KEY ("user_message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_conversation_id_chats_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_taken_over_by_users_id_fk" FOREIGN KEY ("taken_over_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_usage" ADD CONSTRAINT "public_usage_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_model_id_embedding_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_chat_updates" ADD CONSTRAINT "task_chat_updates_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_chat_updates" ADD CONSTRAINT "task_chat_updates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_versions" ADD CONSTRAINT "task_versions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_versions" ADD CONSTRAINT "task_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_prices" ADD CONSTRAINT "model_prices_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash" ON "api_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_tokens_of_user" ON "api_tokens" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_group" ON "audit_entries" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_user" ON "audit_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("group_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_person" ON "audit_entries" USING btree ("group_id","user_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_age" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_sign_ins" ON "audit_entries" USING btree ("user_id","address","created_at") WHERE action = 'signed_in';--> statement-breakpoint
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
CREATE INDEX "background_runs_turns" ON "background_runs" USING btree ("concurrency_key","taken_at");--> statement-breakpoint
CREATE INDEX "background_runs_age" ON "background_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "background_runs_failed" ON "background_runs" USING btree ("finished_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "canvas_versions_of_chat" ON "canvas_versions" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "chat_members_list" ON "chat_members" USING btree ("user_id","group_id","is_archived","is_starred","last_activity_at","chat_id","place","chat_type","virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "chat_members_manually" ON "chat_members" USING btree ("user_id","group_id","is_archived","position","is_starred" DESC NULLS FIRST,"last_activity_at" DESC NULLS FIRST,"chat_id" DESC NULLS FIRST,"place","chat_type","virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "chat_members_by_name" ON "chat_members" USING btree ("user_id","group_id","is_archived","name_key","chat_id" DESC NULLS FIRST,"place","chat_type","virtual_assistant_id","is_starred");--> statement-breakpoint
CREATE INDEX "chat_members_by_creation" ON "chat_members" USING btree ("user_id","group_id","is_archived","chat_id","place","chat_type","virtual_assistant_id","is_starred");--> statement-breakpoint
CREATE INDEX "chat_members_in_workspace" ON "chat_members" USING btree ("user_id","group_id","chat_workspace_id","is_archived","place") WHERE chat_workspace_id is not null;--> statement-breakpoint
CREATE INDEX "chat_members_unread" ON "chat_members" USING btree ("user_id","group_id","is_archived","is_starred","last_activity_at","chat_id","place","chat_type","virtual_assistant_id","unread_count") WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "chat_workspaces_of_group" ON "chat_workspaces" USING btree ("group_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_mention" ON "chats" USING btree ("group_id","mention_name");--> statement-breakpoint
CREATE INDEX "chats_of_parent" ON "chats" USING btree ("parent_chat_id");--> statement-breakpoint
CREATE INDEX "chats_of_workspace" ON "chats" USING btree ("chat_workspace_id");--> statement-breakpoint
CREATE INDEX "chats_of_assistant" ON "chats" USING btree ("virtual_assistant_id","id");--> statement-breakpoint
CREATE INDEX "chats_of_task" ON "chats" USING btree ("source_task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_standing" ON "chats" USING btree ("created_by","group_id","standing_key");--> statement-breakpoint
CREATE INDEX "chats_temp" ON "chats" USING btree ("id") WHERE temp;--> statement-breakpoint
CREATE INDEX "chats_search" ON "chats" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_collections_of_collection" ON "chat_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "collection_documents_of_document" ON "collection_documents" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("group_id",lower(name));--> statement-breakpoint
CREATE INDEX "documents_of_chat" ON "documents" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_group" ON "documents" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_library" ON "documents" USING btree ("group_id","folder","id") WHERE place = 'library';--> statement-breakpoint
CREATE INDEX "documents_storage" ON "documents" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "documents_of_user" ON "documents" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "documents_queued" ON "documents" USING btree ("group_id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "documents_to_process" ON "documents" USING btree ("id") WHERE status in ('queued', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "documents_of_archive" ON "documents" USING btree ("archive_id","folder","file_name");--> statement-breakpoint
CREATE INDEX "task_collections_of_collection" ON "task_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "task_documents_of_document" ON "task_documents" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "chat_events_of_chat" ON "chat_events" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "chat_events_age" ON "chat_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_once" ON "inbound_mails" USING btree ("chat_id","mail_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_of_chat" ON "inbound_mails" USING btree ("chat_id","state","id");--> statement-breakpoint
CREATE INDEX "inbound_mails_of_message" ON "inbound_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_age" ON "inbound_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_of_decider" ON "inbound_mails" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_of_job" ON "job_runs" USING btree ("job_id","due_at");--> statement-breakpoint
CREATE INDEX "job_runs_of_message" ON "job_runs" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "scheduled_jobs_of_chat" ON "scheduled_jobs" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_jobs_due" ON "scheduled_jobs" USING btree ("next_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "scheduled_jobs_of_user" ON "scheduled_jobs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "scheduled_jobs_of_assistant" ON "scheduled_jobs" USING btree ("virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "assistant_mcp_servers_of_server" ON "assistant_mcp_servers" USING btree ("mcp_server_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_name" ON "mcp_servers" USING btree ("group_id","name");--> statement-breakpoint
CREATE INDEX "standing_approvals_of_user" ON "standing_approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "standing_approvals_of_server" ON "standing_approvals" USING btree ("mcp_server_id");--> statement-breakpoint
CREATE INDEX "tool_approvals_of_task" ON "tool_approvals" USING btree ("streaming_task_id");--> statement-breakpoint
CREATE INDEX "tool_approvals_of_chat" ON "tool_approvals" USING btree ("chat_id","state");--> statement-breakpoint
CREATE INDEX "tool_approvals_of_user" ON "tool_approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tool_approvals_of_server" ON "tool_approvals" USING btree ("mcp_server_id");--> statement-breakpoint
CREATE INDEX "memories_of_user" ON "memories" USING btree ("user_id","group_id","id");--> statement-breakpoint
CREATE INDEX "memories_of_chat" ON "memories" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_reactions_of_user" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_of_chat" ON "messages" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("replying_to_id") WHERE replying_to_id is not null;--> statement-breakpoint
CREATE INDEX "messages_of_user" ON "messages" USING btree ("from_user_id") WHERE from_user_id is not null;--> statement-breakpoint
CREATE INDEX "messages_to_index" ON "messages" USING btree ("id") WHERE not is_indexed;--> statement-breakpoint
CREATE INDEX "messages_of_assistant" ON "messages" USING btree ("from_virtual_assistant_id","chat_id") WHERE from_virtual_assistant_id is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_end" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "streaming_tasks_of_chat" ON "streaming_tasks" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "streaming_tasks_of_message" ON "streaming_tasks" USING btree ("user_message_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "streaming_tasks_open" ON "streaming_tasks" USING btree ("heartbeat_at") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "streaming_tasks_age" ON "streaming_tasks" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "public_sessions_hash" ON "public_sessions" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "public_sessions_conversation" ON "public_sessions" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "public_sessions_of_chat" ON "public_sessions" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "public_sessions_age" ON "public_sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "embedding_models_name" ON "embedding_models" USING btree ("model","dimensions");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_passage" ON "passage_vectors" USING btree ("passage_id");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_chat" ON "passage_vectors" USING btree ("chat_id","kind","model_id");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_group" ON "passage_vectors" USING btree ("group_id","kind","model_id") WHERE chat_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_of_message" ON "passages" USING btree ("message_id","ordinal") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_of_document" ON "passages" USING btree ("document_id","ordinal") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "passages_of_chat" ON "passages" USING btree ("chat_id","kind");--> statement-breakpoint
CREATE INDEX "passages_of_group" ON "passages" USING btree ("group_id","kind") WHERE chat_id is null;--> statement-breakpoint
CREATE INDEX "passages_words" ON "passages" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "task_actions_name" ON "task_actions" USING btree ("group_id","action_name");--> statement-breakpoint
CREATE INDEX "task_actions_of_group" ON "task_actions" USING btree ("group_id","name");--> statement-breakpoint
CREATE INDEX "task_actions_of_assistant" ON "task_actions" USING btree ("virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "task_chat_updates_of_user" ON "task_chat_updates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tasks_of_group" ON "tasks" USING btree ("group_id",lower(name),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_mention" ON "tasks" USING btree ("group_id","mention_name");--> statement-breakpoint
CREATE INDEX "usage_of_chat" ON "usage" USING btree ("chat_id","day");--> statement-breakpoint
CREATE INDEX "video_conversions_of_user" ON "video_conversions" USING btree ("group_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "video_conversions_storage" ON "video_conversions" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "video_conversions_of_document" ON "video_conversions" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "video_conversions_unfinished" ON "video_conversions" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("webhook_id","subject");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_of_group" ON "webhooks" USING btree ("group_id","id");
--> statement-breakpoint
-- A new message is noted on its chat and counted as unread for everybody but its author: with the message itself, in
-- whatever way it comes, so that no list can disagree with the thread.
CREATE FUNCTION note_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chats SET last_message_id = new.id, last_message_text = left(new.text, 200),
    last_message_user_type = new.user_type::text, last_message_at = new.created_at, last_activity_at = new.created_at
  WHERE id = new.chat_id AND coalesce(last_message_id, 0) < new.id;
  UPDATE chat_members SET last_activity_at = new.created_at,
    unread_count = unread_count + CASE WHEN user_id IS NOT DISTINCT FROM new.from_user_id THEN 0 ELSE 1 END
  WHERE chat_id = new.chat_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_message AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION note_message();
--> statement-breakpoint
-- Members carry what lists filter and sort by, so that it can be in one index with what is a member's own.
CREATE FUNCTION place_of(temp boolean, parent integer, workspace integer) RETURNS chat_place LANGUAGE sql IMMUTABLE
  AS $$ SELECT (CASE WHEN temp THEN 'temp' WHEN parent IS NOT NULL THEN 'sub_chat'
    WHEN workspace IS NOT NULL THEN 'workspace' ELSE 'list' END)::chat_place $$;
--> statement-breakpoint
-- The chat is held meanwhile: a change of it comes before this or sees the new member.
CREATE FUNCTION note_chat_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT place_of(temp, parent_chat_id, chat_workspace_id), chat_type, virtual_assistant_id, chat_workspace_id, lower(name)
  INTO new.place, new.chat_type, new.virtual_assistant_id, new.chat_workspace_id, new.name_key
  FROM chats WHERE id = new.chat_id FOR SHARE;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_chat_of_member BEFORE INSERT ON chat_members FOR EACH ROW EXECUTE FUNCTION note_chat_of_member();
--> statement-breakpoint
CREATE FUNCTION note_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_members SET place = place_of(new.temp, new.parent_chat_id, new.chat_workspace_id),
    chat_type = new.chat_type, virtual_assistant_id = new.virtual_assistant_id,
    chat_workspace_id = new.chat_workspace_id, name_key = lower(new.name)
  WHERE chat_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_chat AFTER UPDATE OF name, chat_type, virtual_assistant_id, chat_workspace_id, parent_chat_id, temp
ON chats FOR EACH ROW
WHEN ((old.name, old.chat_type, old.virtual_assistant_id, old.chat_workspace_id, old.parent_chat_id, old.temp)
  IS DISTINCT FROM (new.name, new.chat_type, new.virtual_assistant_id, new.chat_workspace_id, new.parent_chat_id, new.temp))
EXECUTE FUNCTION note_chat();
--> statement-breakpoint
-- Room on each page for the next version of a row: every message changes its chat.
ALTER TABLE chats SET (fillfactor = 85);
--> statement-breakpoint
-- Searches compare vectors one by one: beside their row, uncompressed as they are, this takes a fifth of the time
-- that it takes from the TOAST table.
ALTER TABLE "passage_vectors" ALTER COLUMN "embedding" SET STORAGE MAIN;
