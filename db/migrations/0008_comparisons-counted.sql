-- As before, but of several replies side by side only the first counts, until one is kept (`isCounted` in db/schema/messages.ts).
CREATE OR REPLACE FUNCTION note_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(new.extra #> '{comparison,position}', '0') <> '0' THEN
    RETURN NULL;
  END IF;
  UPDATE chats SET last_message_id = new.id, last_message_text = left(new.text, 200),
    last_message_user_type = new.user_type::text, last_message_at = new.created_at, last_activity_at = new.created_at
  WHERE id = new.chat_id AND coalesce(last_message_id, 0) < new.id;
  UPDATE chat_members SET last_activity_at = new.created_at,
    unread_count = unread_count + CASE WHEN user_id IS NOT DISTINCT FROM new.from_user_id THEN 0 ELSE 1 END
  WHERE chat_id = new.chat_id;
  RETURN NULL;
END $$;
