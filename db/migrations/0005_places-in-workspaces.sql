DROP INDEX "chats_of_assistant";--> statement-breakpoint
DROP INDEX "tasks_of_group";--> statement-breakpoint
ALTER TABLE "chat_members" ADD COLUMN "chat_workspace_id" integer;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_chat_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT place_of(temp, parent_chat_id, chat_workspace_id), chat_type, virtual_assistant_id, chat_workspace_id, lower(name)
  INTO new.place, new.chat_type, new.virtual_assistant_id, new.chat_workspace_id, new.name_key
  FROM chats WHERE id = new.chat_id FOR SHARE;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_members SET place = place_of(new.temp, new.parent_chat_id, new.chat_workspace_id),
    chat_type = new.chat_type, virtual_assistant_id = new.virtual_assistant_id,
    chat_workspace_id = new.chat_workspace_id, name_key = lower(new.name)
  WHERE chat_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE chat_members SET chat_workspace_id = chats.chat_workspace_id
FROM chats WHERE chats.id = chat_id AND chats.chat_workspace_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "chat_members_in_workspace" ON "chat_members" USING btree ("user_id","group_id","chat_workspace_id","is_archived","place") WHERE chat_workspace_id is not null;--> statement-breakpoint
CREATE INDEX "chats_of_assistant" ON "chats" USING btree ("virtual_assistant_id","id");--> statement-breakpoint
CREATE INDEX "tasks_of_group" ON "tasks" USING btree ("group_id",lower(name),"id");