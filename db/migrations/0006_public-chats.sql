CREATE TABLE "public_sessions" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"conversation_id" integer,
	"hash" text NOT NULL,
	"epoch" integer NOT NULL,
	"marker_hash" text,
	"page" text,
	"language" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"taken_over_at" timestamp (3) with time zone,
	"taken_over_by" integer
);
--> statement-breakpoint
CREATE TABLE "public_usage" (
	"chat_id" integer NOT NULL,
	"day" date NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "public_usage_chat_id_day_pk" PRIMARY KEY("chat_id","day")
);
--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "greeting" text;--> statement-breakpoint
ALTER TABLE "virtual_assistants" ADD COLUMN "suggested_questions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "public_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_conversation_id_chats_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_taken_over_by_users_id_fk" FOREIGN KEY ("taken_over_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_usage" ADD CONSTRAINT "public_usage_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "public_sessions_hash" ON "public_sessions" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "public_sessions_conversation" ON "public_sessions" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "public_sessions_of_chat" ON "public_sessions" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "public_sessions_age" ON "public_sessions" USING btree ("last_used_at");