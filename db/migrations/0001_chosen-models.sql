ALTER TABLE "group_members" ADD COLUMN "favorite_models" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "model_is_fixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "model" text;