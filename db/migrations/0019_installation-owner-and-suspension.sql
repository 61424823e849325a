CREATE TABLE "installation" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"setup_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"monthly_tokens" bigint
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "operator_monthly_tokens" bigint;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "suspended_at" timestamp (3) with time zone;