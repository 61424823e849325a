CREATE TYPE "public"."chat_import_state" AS ENUM('running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "chat_imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"storage_key" text,
	"format" text NOT NULL,
	"state" "chat_import_state" DEFAULT 'running' NOT NULL,
	"found" integer,
	"passed" integer DEFAULT 0 NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chat_ids" integer[] DEFAULT '{}' NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD CONSTRAINT "chat_imports_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD CONSTRAINT "chat_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_imports_of_user" ON "chat_imports" USING btree ("user_id","group_id","id");--> statement-breakpoint
CREATE INDEX "chat_imports_storage" ON "chat_imports" USING btree ("storage_key") WHERE storage_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chats_imported" ON "chats" USING btree ("created_by","group_id","import_key") WHERE import_key is not null;