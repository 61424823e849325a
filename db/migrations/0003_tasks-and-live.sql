CREATE TABLE "canvas_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"text" text,
	"changed_by_user_id" integer,
	"changed_by_assistant_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "memories" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"chat_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "task_actions" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"action_name" text NOT NULL,
	"prompt" text NOT NULL,
	"virtual_assistant_id" integer,
	"accepted_types" text[] DEFAULT '{}' NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_documents" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"document_id" integer NOT NULL,
	CONSTRAINT "task_documents_task_id_number_document_id_pk" PRIMARY KEY("task_id","number","document_id")
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
ALTER TABLE "group_members" ADD COLUMN "first_steps_done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "source_task_id" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "source_task_version" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "standing_key" text;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "summarized_through_id" integer;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_changed_by_user_id_users_id_fk" FOREIGN KEY ("changed_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_changed_by_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("changed_by_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_actions" ADD CONSTRAINT "task_actions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_versions" ADD CONSTRAINT "task_versions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_versions" ADD CONSTRAINT "task_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_versions_of_chat" ON "canvas_versions" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "chat_events_of_chat" ON "chat_events" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "chat_events_age" ON "chat_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "memories_of_user" ON "memories" USING btree ("user_id","group_id","id");--> statement-breakpoint
CREATE INDEX "memories_of_chat" ON "memories" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "message_reactions_of_user" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_actions_name" ON "task_actions" USING btree ("group_id","action_name");--> statement-breakpoint
CREATE INDEX "task_actions_of_group" ON "task_actions" USING btree ("group_id","name");--> statement-breakpoint
CREATE INDEX "task_actions_of_assistant" ON "task_actions" USING btree ("virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "task_documents_of_document" ON "task_documents" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "tasks_of_group" ON "tasks" USING btree ("group_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_mention" ON "tasks" USING btree ("group_id","mention_name");--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_source_task_id_tasks_id_fk" FOREIGN KEY ("source_task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_of_task" ON "chats" USING btree ("source_task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_standing" ON "chats" USING btree ("created_by","group_id","standing_key");--> statement-breakpoint
CREATE INDEX "messages_of_user" ON "messages" USING btree ("from_user_id") WHERE from_user_id is not null;--> statement-breakpoint
CREATE INDEX "messages_of_assistant" ON "messages" USING btree ("from_virtual_assistant_id","chat_id") WHERE from_virtual_assistant_id is not null;