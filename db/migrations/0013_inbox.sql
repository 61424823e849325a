CREATE INDEX "chats_public" ON "chats" USING btree ("group_id") WHERE is_public or public_epoch > 0;--> statement-breakpoint
CREATE INDEX "public_sessions_closed" ON "public_sessions" USING btree ("chat_id","closed_at") WHERE closed_at is not null;--> statement-breakpoint
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
