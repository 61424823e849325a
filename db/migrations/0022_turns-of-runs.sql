DROP INDEX "background_runs_keys";--> statement-breakpoint
ALTER TABLE "background_runs" ADD COLUMN "total_limit" integer;--> statement-breakpoint
ALTER TABLE "background_runs" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "background_runs" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "background_runs_turns" ON "background_runs" USING btree ("concurrency_key","taken_at");--> statement-breakpoint
CREATE INDEX "documents_queued" ON "documents" USING btree ("group_id") WHERE status = 'queued';