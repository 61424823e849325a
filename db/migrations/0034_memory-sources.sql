ALTER TABLE "memories" ADD COLUMN "source" text DEFAULT 'written' NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "memories_deleted" ON "memories" USING btree ("deleted_at") WHERE "memories"."deleted_at" is not null;--> statement-breakpoint
UPDATE "memories" SET "source" = 'learned' WHERE "chat_id" is not null OR "message_id" is not null OR "is_proposed";