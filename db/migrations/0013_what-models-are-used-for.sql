ALTER TABLE "usage" ADD COLUMN "kind" text DEFAULT 'reply' NOT NULL;--> statement-breakpoint
ALTER TABLE "usage" DROP CONSTRAINT "usage_group_id_day_chat_id_virtual_assistant_id_user_id_model_pk";--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_group_id_day_chat_id_virtual_assistant_id_user_id_model_kind_pk" PRIMARY KEY("group_id","day","chat_id","virtual_assistant_id","user_id","model","kind");
