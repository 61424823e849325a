ALTER TABLE "public_sessions" ADD COLUMN "claimed_name" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "claimed_email" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "address_hash" text;--> statement-breakpoint
CREATE INDEX "public_sessions_blocked_address" ON "public_sessions" USING btree ("chat_id","address_hash") WHERE blocked_at is not null;