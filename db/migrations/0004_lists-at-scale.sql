CREATE TYPE "public"."chat_place" AS ENUM('list', 'workspace', 'sub_chat', 'temp');--> statement-breakpoint
DROP INDEX "chats_plain";--> statement-breakpoint
DROP INDEX "chats_name_search";--> statement-breakpoint
DROP INDEX "chats_summary_search";--> statement-breakpoint
DROP INDEX "chat_members_list";--> statement-breakpoint
DROP INDEX "chat_members_unread";--> statement-breakpoint
DROP INDEX "chats_temp";--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "place" "chat_place" DEFAULT 'list' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "chat_type" "chat_type" DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "virtual_assistant_id" integer;--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(name) || chr(1) || coalesce(fold(summary), '')) STORED;--> statement-breakpoint
-- Members carry what lists filter and sort by, so that it can be in one index with what is a member's own.
CREATE FUNCTION place_of(temp boolean, parent integer, workspace integer) RETURNS chat_place LANGUAGE sql IMMUTABLE
  AS $$ SELECT (CASE WHEN temp THEN 'temp' WHEN parent IS NOT NULL THEN 'sub_chat'
    WHEN workspace IS NOT NULL THEN 'workspace' ELSE 'list' END)::chat_place $$;
--> statement-breakpoint
-- The chat is held meanwhile: a change of it comes before this or sees the new member.
CREATE FUNCTION note_chat_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT place_of(temp, parent_chat_id, chat_workspace_id), chat_type, virtual_assistant_id, lower(name)
  INTO new.place, new.chat_type, new.virtual_assistant_id, new.name_key
  FROM chats WHERE id = new.chat_id FOR SHARE;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_chat_of_member BEFORE INSERT ON chat_members FOR EACH ROW EXECUTE FUNCTION note_chat_of_member();
--> statement-breakpoint
CREATE FUNCTION note_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_members SET place = place_of(new.temp, new.parent_chat_id, new.chat_workspace_id), chat_type = new.chat_type,
    virtual_assistant_id = new.virtual_assistant_id, name_key = lower(new.name)
  WHERE chat_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_chat AFTER UPDATE OF name, chat_type, virtual_assistant_id, chat_workspace_id, parent_chat_id, temp
ON chats FOR EACH ROW
WHEN ((old.name, old.chat_type, old.virtual_assistant_id, old.chat_workspace_id, old.parent_chat_id, old.temp)
  IS DISTINCT FROM (new.name, new.chat_type, new.virtual_assistant_id, new.chat_workspace_id, new.parent_chat_id, new.temp))
EXECUTE FUNCTION note_chat();
--> statement-breakpoint
UPDATE chat_members SET place = place_of(temp, parent_chat_id, chat_workspace_id), chat_type = chats.chat_type,
  virtual_assistant_id = chats.virtual_assistant_id, name_key = lower(chats.name)
FROM chats WHERE chats.id = chat_id;
--> statement-breakpoint
-- Room on each page for the next version of a row: every message changes its chat.
ALTER TABLE chats SET (fillfactor = 85);
--> statement-breakpoint
CREATE INDEX "chat_members_manually" ON "chat_members" USING btree ("user_id","group_id","is_archived","position","is_starred" DESC NULLS FIRST,"last_activity_at" DESC NULLS FIRST,"chat_id" DESC NULLS FIRST,"place","chat_type","virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "chat_members_by_name" ON "chat_members" USING btree ("user_id","group_id","is_archived","name_key","chat_id" DESC NULLS FIRST,"place","chat_type","virtual_assistant_id","is_starred");--> statement-breakpoint
CREATE INDEX "chat_members_by_creation" ON "chat_members" USING btree ("user_id","group_id","is_archived","chat_id","place","chat_type","virtual_assistant_id","is_starred");--> statement-breakpoint
CREATE INDEX "chats_search" ON "chats" USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_members_list" ON "chat_members" USING btree ("user_id","group_id","is_archived","is_starred","last_activity_at","chat_id","place","chat_type","virtual_assistant_id");--> statement-breakpoint
CREATE INDEX "chat_members_unread" ON "chat_members" USING btree ("user_id","group_id","is_archived","is_starred","last_activity_at","chat_id","place","chat_type","virtual_assistant_id","unread_count") WHERE unread_count > 0;--> statement-breakpoint
CREATE INDEX "chats_temp" ON "chats" USING btree ("id") WHERE temp;