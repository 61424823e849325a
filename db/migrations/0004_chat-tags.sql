CREATE TABLE "chat_tags" (
	"chat_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" uuid NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "chat_tags_chat_id_user_id_tag_pk" PRIMARY KEY("chat_id","user_id","tag")
);
--> statement-breakpoint
ALTER TABLE "chat_tags" ADD CONSTRAINT "chat_tags_chat_id_user_id_chat_members_chat_id_user_id_fk" FOREIGN KEY ("chat_id","user_id") REFERENCES "public"."chat_members"("chat_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_tags_of_person" ON "chat_tags" USING btree ("user_id","group_id","tag","chat_id");