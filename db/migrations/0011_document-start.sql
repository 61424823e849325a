DROP INDEX "documents_queued";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "documents_processed" ON "documents" USING btree ("processed_at") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "documents_unread" ON "documents" USING btree ("group_id") WHERE status in ('queued', 'processing');