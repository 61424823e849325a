CREATE TABLE "model_settings" (
	"group_id" uuid NOT NULL,
	"model" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"name" text,
	"description" text,
	"icon" text,
	"context_length" integer,
	"calls_tools" boolean DEFAULT true NOT NULL,
	"reasons" boolean DEFAULT true NOT NULL,
	"usable_by" text DEFAULT 'group' NOT NULL,
	"user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "model_settings_group_id_model_pk" PRIMARY KEY("group_id","model")
);
--> statement-breakpoint
CREATE TABLE "personal_instructions" (
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"style" text DEFAULT '' NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "personal_instructions_user_id_group_id_pk" PRIMARY KEY("user_id","group_id")
);
--> statement-breakpoint
DROP INDEX "model_connections_of_group";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "model_order" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "default_model" text;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "slug" text;--> statement-breakpoint
UPDATE "model_connections" SET "slug" = "provider";--> statement-breakpoint
ALTER TABLE "model_connections" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "models" jsonb;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "encrypted_headers" text;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "encrypted_proxy" text;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "timeout_seconds" integer;--> statement-breakpoint
ALTER TABLE "model_connections" ADD COLUMN "is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "model_settings" ADD CONSTRAINT "model_settings_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_instructions" ADD CONSTRAINT "personal_instructions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_instructions" ADD CONSTRAINT "personal_instructions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_instructions_of_group" ON "personal_instructions" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "model_connections_of_group" ON "model_connections" USING btree ("group_id","slug");