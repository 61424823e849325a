CREATE TYPE "public"."inbound_mail_state" AS ENUM('accepted', 'held', 'refused', 'ignored');--> statement-breakpoint
CREATE TYPE "public"."job_run_status" AS ENUM('running', 'completed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."job_state" AS ENUM('active', 'paused', 'done');--> statement-breakpoint
CREATE TYPE "public"."approval_state" AS ENUM('waiting', 'allowed', 'refused');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('pending', 'delivered', 'failed');--> statement-breakpoint
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
	"replies" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_group_id_day_chat_id_virtual_assistant_id_user_id_model_pk" PRIMARY KEY("group_id","day","chat_id","virtual_assistant_id","user_id","model")
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
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "monthly_tokens" bigint;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "tools" text[];--> statement-breakpoint
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
ALTER TABLE "model_prices" ADD CONSTRAINT "model_prices_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "usage_of_chat" ON "usage" USING btree ("chat_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_subject" ON "webhook_deliveries" USING btree ("webhook_id","subject");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_of_group" ON "webhooks" USING btree ("group_id","id");