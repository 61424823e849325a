ALTER TABLE "users" ADD COLUMN "queues_messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "branched_from_chat_id" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "branched_from_message_id" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "version_of" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "aside_with_id" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD CONSTRAINT "chats_branched_from_chat_id_chats_id_fk" FOREIGN KEY ("branched_from_chat_id") REFERENCES "public"."chats"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_aside_with_id_messages_id_fk" FOREIGN KEY ("aside_with_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_branched_from" ON "chats" USING btree ("branched_from_chat_id") WHERE branched_from_chat_id is not null;--> statement-breakpoint
CREATE INDEX "messages_versions" ON "messages" USING btree ("version_of") WHERE version_of is not null;--> statement-breakpoint
CREATE INDEX "messages_aside" ON "messages" USING btree ("aside_with_id") WHERE aside_with_id is not null;