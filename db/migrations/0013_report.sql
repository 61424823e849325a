DROP INDEX "chats_of_parent";--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("chat_id") WHERE user_type = 'assistant' and (extra ? 'error' or extra ? 'found_nothing');--> statement-breakpoint
CREATE INDEX "chats_of_parent" ON "chats" USING btree ("parent_chat_id","created_at");