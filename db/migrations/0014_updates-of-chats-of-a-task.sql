CREATE TYPE "public"."task_update_state" AS ENUM('running', 'done', 'cancelled');--> statement-breakpoint
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
ALTER TABLE "task_chat_updates" ADD CONSTRAINT "task_chat_updates_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_chat_updates" ADD CONSTRAINT "task_chat_updates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_chat_updates_of_user" ON "task_chat_updates" USING btree ("user_id");