CREATE TYPE "public"."conversion_status" AS ENUM('waiting', 'running', 'completed', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "video_conversions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"document_id" integer,
	"file_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"method" text NOT NULL,
	"model" text,
	"extra_instructions" text,
	"status" "conversion_status" DEFAULT 'waiting' NOT NULL,
	"is_stop_asked" boolean DEFAULT false NOT NULL,
	"stage" text,
	"part" integer,
	"parts" integer,
	"found" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"used_method" text,
	"text" text,
	"fault" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_conversions" ADD CONSTRAINT "video_conversions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "video_conversions_of_user" ON "video_conversions" USING btree ("group_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "video_conversions_storage" ON "video_conversions" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "video_conversions_of_document" ON "video_conversions" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "video_conversions_unfinished" ON "video_conversions" USING btree ("created_at") WHERE finished_at is null;