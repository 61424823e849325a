CREATE TABLE "chat_compactions" (
	"chat_id" integer PRIMARY KEY NOT NULL,
	"run_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"through_id" bigint NOT NULL,
	"done_through_id" bigint NOT NULL,
	"total_messages" integer NOT NULL,
	"done_messages" integer DEFAULT 0 NOT NULL,
	"summary" text,
	"messages_hash" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "compacted_through_id" bigint;--> statement-breakpoint
ALTER TABLE "chat_compactions" ADD CONSTRAINT "chat_compactions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;