CREATE TABLE "canvas_pages" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"language" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "model_sight" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD COLUMN "page_id" integer;--> statement-breakpoint
ALTER TABLE "canvas_pages" ADD CONSTRAINT "canvas_pages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_pages_of_chat" ON "canvas_pages" USING btree ("chat_id","id");--> statement-breakpoint
ALTER TABLE "canvas_versions" ADD CONSTRAINT "canvas_versions_page_id_canvas_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."canvas_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_versions_of_page" ON "canvas_versions" USING btree ("page_id","id");