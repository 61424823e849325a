CREATE TABLE "public_session_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "chats_of_parent";--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "left_by" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "claimed_name" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "claimed_email" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_to_hash" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_message_id" integer;--> statement-breakpoint
ALTER TABLE "public_session_keys" ADD CONSTRAINT "public_session_keys_session_id_public_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."public_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_session_keys_of_session" ON "public_session_keys" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "chats_public" ON "chats" USING btree ("group_id") WHERE is_public or public_epoch > 0;--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("chat_id") WHERE user_type = 'assistant' and (extra ? 'error' or extra ? 'found_nothing');--> statement-breakpoint
CREATE INDEX "public_sessions_blocked_address" ON "public_sessions" USING btree ("chat_id","address_hash") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "public_sessions_closed" ON "public_sessions" USING btree ("chat_id","closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "public_sessions_left" ON "public_sessions" USING btree ("left_by","id") WHERE left_by is not null;--> statement-breakpoint
CREATE INDEX "public_sessions_email" ON "public_sessions" USING btree ("chat_id","email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "chats_of_parent" ON "chats" USING btree ("parent_chat_id","created_at");--> statement-breakpoint
-- What a visitor writes opens their conversation again: with the message itself, so that no crash and no colleague who
-- closes it at that moment can hide the one from the team.
CREATE FUNCTION reopen_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public_sessions SET closed_at = NULL, snoozed_until = NULL
  WHERE conversation_id = new.chat_id AND (closed_at IS NOT NULL OR snoozed_until IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reopen_conversation AFTER INSERT ON messages FOR EACH ROW
WHEN (new.user_type = 'guest') EXECUTE FUNCTION reopen_conversation();
