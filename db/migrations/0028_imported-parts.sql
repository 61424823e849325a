ALTER TYPE "public"."chat_import_state" ADD VALUE 'ready';--> statement-breakpoint
CREATE TABLE "chat_import_items" (
	"id" serial PRIMARY KEY NOT NULL,
	"import_id" integer NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"title" text NOT NULL,
	"reason" text,
	"chat_id" integer,
	"chat_workspace_id" integer,
	"virtual_assistant_id" integer
);
--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "files" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "file_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "records_passed" integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "contents" jsonb;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "parts" jsonb DEFAULT '["chats","files","projects","assistants"]'::jsonb;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "chat_import_items" ADD CONSTRAINT "chat_import_items_import_id_chat_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."chat_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_import_items" ADD CONSTRAINT "chat_import_items_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_import_items" ADD CONSTRAINT "chat_import_items_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_import_items" ADD CONSTRAINT "chat_import_items_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_import_items_of_import" ON "chat_import_items" USING btree ("import_id","outcome","id");--> statement-breakpoint
CREATE INDEX "chat_import_items_of_chat" ON "chat_import_items" USING btree ("chat_id") WHERE chat_id is not null;--> statement-breakpoint
CREATE INDEX "chat_import_items_of_workspace" ON "chat_import_items" USING btree ("chat_workspace_id") WHERE chat_workspace_id is not null;--> statement-breakpoint
CREATE INDEX "chat_import_items_of_assistant" ON "chat_import_items" USING btree ("virtual_assistant_id") WHERE virtual_assistant_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "virtual_assistants_imported" ON "virtual_assistants" USING btree ("created_by","group_id","import_key") WHERE import_key is not null and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_workspaces_imported" ON "chat_workspaces" USING btree ("created_by","group_id","import_key") WHERE import_key is not null;