CREATE TABLE "member_ratings" (
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"virtual_assistant_id" integer NOT NULL,
	"is_good" boolean NOT NULL,
	"reason" text,
	"comment" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_ratings_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "send_key" text DEFAULT 'enter' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shortcuts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "tool_switches" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "streaming_tasks" ADD COLUMN "regeneration" jsonb;--> statement-breakpoint
ALTER TABLE "member_ratings" ADD CONSTRAINT "member_ratings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_ratings" ADD CONSTRAINT "member_ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_ratings" ADD CONSTRAINT "member_ratings_virtual_assistant_id_virtual_assistants_id_fk" FOREIGN KEY ("virtual_assistant_id") REFERENCES "public"."virtual_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_ratings_of_user" ON "member_ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_ratings_of_assistant" ON "member_ratings" USING btree ("virtual_assistant_id","created_at");