ALTER TABLE "public_sessions" ADD COLUMN "left_by" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_to_hash" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "public_sessions_left" ON "public_sessions" USING btree ("left_by","id") WHERE left_by is not null;