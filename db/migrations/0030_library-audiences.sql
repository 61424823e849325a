ALTER TYPE "public"."passage_kind" ADD VALUE 'restricted_document';--> statement-breakpoint
DROP INDEX "collections_name";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "members_add_documents" text DEFAULT 'shared' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "usable_by" text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "usable_by" text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "chat_workspace_id" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_for_people" ON "documents" USING btree ("group_id") WHERE usable_by = 'people';--> statement-breakpoint
CREATE INDEX "documents_of_workspace" ON "documents" USING btree ("chat_workspace_id") WHERE chat_workspace_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("group_id",lower(name),(case when usable_by = 'group' then 0 else created_by end));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_audience_fits" CHECK (place = 'library' or (usable_by = 'group' and chat_workspace_id is null));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_of_workspace_fit" CHECK (chat_workspace_id is null or usable_by = 'creator');