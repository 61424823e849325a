ALTER TABLE "users" ADD COLUMN "send_key" text DEFAULT 'enter' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shortcuts" jsonb DEFAULT '{}'::jsonb NOT NULL;