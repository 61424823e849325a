CREATE TYPE "public"."evaluation_status" AS ENUM('running', 'completed', 'stopped', 'failed');--> statement-breakpoint
CREATE TYPE "public"."mcp_question_state" AS ENUM('waiting', 'answered', 'declined');--> statement-breakpoint
CREATE TABLE "assistant_knowledge" (
	"id" serial PRIMARY KEY NOT NULL,
	"virtual_assistant_id" integer NOT NULL,
	"document_id" integer,
	"collection_id" integer,
	CONSTRAINT "assistant_knowledge_is_one" CHECK (num_nonnulls("assistant_knowledge"."document_id", "assistant_knowledge"."collection_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "assistant_colleagues" (
	"virtual_assistant_id" integer NOT NULL,
	"colleague_id" integer NOT NULL,
	CONSTRAINT "assistant_colleagues_virtual_assistant_id_colleague_id_pk" PRIMARY KEY("virtual_assistant_id","colleague_id")
);
--> statement-breakpoint
CREATE TABLE "assistant_people" (
	"virtual_assistant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"can_edit" boolean DEFAULT false NOT NULL,
	CONSTRAINT "assistant_people_virtual_assistant_id_user_id_pk" PRIMARY KEY("virtual_assistant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "assistant_versions" (
	"virtual_assistant_id" integer NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assistant_versions_virtual_assistant_id_number_pk" PRIMARY KEY("virtual_assistant_id","number")
);
--> statement-breakpoint
CREATE TABLE "evaluation_answers" (
	"id" serial PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"question_id" integer,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"has_passed" boolean NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"unwanted" text[] DEFAULT '{}' NOT NULL,
	"error" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluation_questions" (
	"id" serial PRIMARY KEY NOT NULL,
	"virtual_assistant_id" integer NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"must_contain" text[] DEFAULT '{}' NOT NULL,
	"must_not_contain" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluation_runs" (
	"id" serial PRIMARY KEY NOT NULL,
	"virtual_assistant_id" integer NOT NULL,
	"version" integer NOT NULL,
	"model" text,
	"status" "evaluation_status" DEFAULT 'running' NOT NULL,
	"error" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mcp_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"streaming_task_id" uuid NOT NULL,
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"mcp_server_id" integer NOT NULL,
	"message" text NOT NULL,
	"fields" jsonb NOT NULL,
	"state" "mcp_question_state" DEFAULT 'waiting' NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reply_directions" (
	"id" serial PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reply_rounds" (
	"task_id" uuid NOT NULL,
	"assistant_position" integer NOT NULL,
	"round" integer NOT NULL,
	"turns" jsonb NOT NULL,
	"state" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_rounds_task_id_assistant_position_round_pk" PRIMARY KEY("task_id","assistant_position","round")
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text NOT NULL,
	"grant_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"api_token_id" integer NOT NULL,
	"refresh_number" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refreshed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "openai_responses" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"response" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_access" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"can_read" boolean DEFAULT false NOT NULL,
	"can_search" boolean DEFAULT false NOT NULL,
	"engine" text,
	"base_url" text,
	"encrypted_key" text,
	"engine_id" text,
	"by_installation_owner" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_pages" (
	"hash" text PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "picture_model" text;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "fallback_models" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "most_rounds" integer;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "most_tokens" integer;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "most_seconds" integer;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "avatar_key" text;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "usable_by" text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD COLUMN "mail_to_user_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD COLUMN "post_to_chat_id" integer;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "transport" text DEFAULT 'http' NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "resources" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD COLUMN "prompts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "message_id" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "is_proposed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "virtual_assistant_id" integer;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "chat_workspace_id" integer;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD COLUMN "is_pause_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "known_visitors" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(external_id) || chr(1) || coalesce(fold(name), '') || chr(1) || coalesce(fold(email), '')) STORED;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "search_text" text GENERATED ALWAYS AS (coalesce(fold(page), '') || chr(1) || coalesce(fold(email), '') || chr(1) || coalesce(fold(claimed_name), '') || chr(1) || coalesce(fold(claimed_email), '')) STORED;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD COLUMN "audio_track" text;--> statement-breakpoint
ALTER TABLE "assistant_knowledge" ADD CONSTRAINT "assistant_knowledge_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_knowledge" ADD CONSTRAINT "assistant_knowledge_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_knowledge" ADD CONSTRAINT "assistant_knowledge_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_colleagues" ADD CONSTRAINT "assistant_colleagues_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_colleagues" ADD CONSTRAINT "assistant_colleagues_colleague_id_virtual_assistants_id_fk" FOREIGN KEY ("colleague_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_people" ADD CONSTRAINT "assistant_people_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_people" ADD CONSTRAINT "assistant_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_answers" ADD CONSTRAINT "evaluation_answers_run_id_evaluation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."evaluation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_answers" ADD CONSTRAINT "evaluation_answers_question_id_evaluation_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."evaluation_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD CONSTRAINT "evaluation_questions_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_questions" ADD CONSTRAINT "mcp_questions_streaming_task_id_streaming_tasks_id_fk" FOREIGN KEY ("streaming_task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_questions" ADD CONSTRAINT "mcp_questions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_questions" ADD CONSTRAINT "mcp_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_questions" ADD CONSTRAINT "mcp_questions_mcp_server_id_mcp_servers_id_fk" FOREIGN KEY ("mcp_server_id") REFERENCES "public"."mcp_servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_directions" ADD CONSTRAINT "reply_directions_task_id_streaming_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_directions" ADD CONSTRAINT "reply_directions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_rounds" ADD CONSTRAINT "reply_rounds_task_id_streaming_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."streaming_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_oauth_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oauth_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_api_token_id_api_tokens_id_fk" FOREIGN KEY ("api_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD CONSTRAINT "openai_responses_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD CONSTRAINT "openai_responses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_access" ADD CONSTRAINT "web_access_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_pages" ADD CONSTRAINT "web_pages_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_knowledge_document" ON "assistant_knowledge" USING btree ("virtual_assistant_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_knowledge_collection" ON "assistant_knowledge" USING btree ("virtual_assistant_id","collection_id");--> statement-breakpoint
CREATE INDEX "assistant_knowledge_of_document" ON "assistant_knowledge" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "assistant_knowledge_of_collection" ON "assistant_knowledge" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "assistant_colleagues_of_colleague" ON "assistant_colleagues" USING btree ("colleague_id");--> statement-breakpoint
CREATE INDEX "assistant_people_of_user" ON "assistant_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "assistant_versions_of_user" ON "assistant_versions" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_answers_of_run" ON "evaluation_answers" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "evaluation_answers_of_question" ON "evaluation_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "evaluation_questions_of_assistant" ON "evaluation_questions" USING btree ("virtual_assistant_id","position");--> statement-breakpoint
CREATE INDEX "evaluation_runs_of_assistant" ON "evaluation_runs" USING btree ("virtual_assistant_id","id");--> statement-breakpoint
CREATE INDEX "evaluation_runs_of_user" ON "evaluation_runs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "mcp_questions_of_task" ON "mcp_questions" USING btree ("streaming_task_id");--> statement-breakpoint
CREATE INDEX "mcp_questions_of_chat" ON "mcp_questions" USING btree ("chat_id","state");--> statement-breakpoint
CREATE INDEX "mcp_questions_of_user" ON "mcp_questions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mcp_questions_of_server" ON "mcp_questions" USING btree ("mcp_server_id");--> statement-breakpoint
CREATE INDEX "reply_directions_of_task" ON "reply_directions" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "reply_directions_of_user" ON "reply_directions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_clients_age" ON "oauth_clients" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_codes_of_client" ON "oauth_codes" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_of_user" ON "oauth_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_of_group" ON "oauth_codes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_of_grant" ON "oauth_codes" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_expire" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_grants_token" ON "oauth_grants" USING btree ("api_token_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_of_client" ON "oauth_grants" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "openai_responses_of_user" ON "openai_responses" USING btree ("group_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "openai_responses_age" ON "openai_responses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "web_pages_expire" ON "web_pages" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "scheduled_jobs" ADD CONSTRAINT "scheduled_jobs_post_to_chat_id_chats_id_fk" FOREIGN KEY ("post_to_chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_jobs_posting" ON "scheduled_jobs" USING btree ("post_to_chat_id");--> statement-breakpoint
CREATE INDEX "memories_of_message" ON "memories" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "memories_of_assistant" ON "memories" USING btree ("virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "memories_of_workspace" ON "memories" USING btree ("chat_workspace_id");--> statement-breakpoint
CREATE INDEX "known_visitors_search" ON "known_visitors" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "public_sessions_search" ON "public_sessions" USING gin (search_text gin_trgm_ops);