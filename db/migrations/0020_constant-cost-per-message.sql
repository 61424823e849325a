ALTER TABLE "chat_members" ADD COLUMN "counted_messages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "unread_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "is_large" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "counted_messages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "unread_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "is_large" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_noted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_members_large" ON "chat_members" USING btree ("user_id","group_id","chat_id") WHERE is_large;--> statement-breakpoint
UPDATE chats SET is_large = true
FROM (SELECT chat_id FROM chat_members GROUP BY chat_id HAVING count(*) > 16) members
WHERE chats.id = members.chat_id AND chats.standing_key IS DISTINCT FROM 'visitor';
--> statement-breakpoint
UPDATE chat_members SET is_large = true FROM chats WHERE chats.id = chat_members.chat_id AND chats.is_large;
--> statement-breakpoint
-- The statements that store messages note them on their chats (db/message-arrivals.ts). This trigger is for those of earlier
-- versions, which may still run during an update, and for messages that are inserted by hand.
CREATE OR REPLACE FUNCTION note_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(new.extra #> '{comparison,position}', '0') <> '0' THEN
    RETURN NULL;
  END IF;
  UPDATE chats SET counted_messages = counted_messages + 1, last_activity_at = greatest(last_activity_at, new.created_at)
  WHERE id = new.chat_id;
  UPDATE chats SET last_message_id = new.id, last_message_text = left(new.text, 200),
    last_message_user_type = new.user_type::text, last_message_at = new.created_at
  WHERE id = new.chat_id AND coalesce(last_message_id, 0) < new.id;
  UPDATE chat_members member SET last_activity_at = chat.last_activity_at, counted_messages = chat.counted_messages,
    unread_count = member.unread_count + chat.counted_messages - member.counted_messages
      - (member.user_id IS NOT DISTINCT FROM new.from_user_id)::int
  FROM chats chat
  WHERE chat.id = new.chat_id AND member.chat_id = chat.id AND (NOT chat.is_large OR member.user_id = new.from_user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER note_message ON messages;
--> statement-breakpoint
CREATE TRIGGER note_message AFTER INSERT ON messages FOR EACH ROW WHEN (NOT new.is_noted) EXECUTE FUNCTION note_message();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_chat_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT place_of(temp, parent_chat_id, chat_workspace_id), chat_type, virtual_assistant_id, chat_workspace_id, lower(name),
    is_large, counted_messages, unread_epoch
  INTO new.place, new.chat_type, new.virtual_assistant_id, new.chat_workspace_id, new.name_key,
    new.is_large, new.counted_messages, new.unread_epoch
  FROM chats WHERE id = new.chat_id FOR SHARE;
  RETURN new;
END $$;
