DROP INDEX "task_actions_name";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "members_create" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "uses_memory" boolean;--> statement-breakpoint
ALTER TABLE "task_actions" ADD COLUMN "usable_by" text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_actions" ADD COLUMN "user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "usable_by" text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "task_actions_name" ON "task_actions" USING btree ("group_id","action_name",(case when usable_by = 'group' then 0 else created_by end));