CREATE TABLE "workspace_collections" (
	"chat_workspace_id" integer NOT NULL,
	"collection_id" integer NOT NULL,
	CONSTRAINT "workspace_collections_chat_workspace_id_collection_id_pk" PRIMARY KEY("chat_workspace_id","collection_id")
);
--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "virtual_assistant_id" integer;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "color" text;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "usable_by" text DEFAULT 'creator' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD COLUMN "user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_collections" ADD CONSTRAINT "workspace_collections_chat_workspace_id_chat_workspaces_id_fk" FOREIGN KEY ("chat_workspace_id") REFERENCES "public"."chat_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_collections" ADD CONSTRAINT "workspace_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspace_collections_of_collection" ON "workspace_collections" USING btree ("collection_id");--> statement-breakpoint
ALTER TABLE "chat_workspaces" ADD CONSTRAINT "chat_workspaces_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_workspaces_of_assistant" ON "chat_workspaces" USING btree ("virtual_assistant_id");--> statement-breakpoint
UPDATE "chat_workspaces" SET "usable_by" = 'group' WHERE "created_by" IS NULL;
