CREATE TYPE "public"."handover_reason" AS ENUM('requested', 'unknown', 'rule');--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"conversation_id" integer NOT NULL,
	"author_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_visitors" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "public_knowledge" (
	"id" serial PRIMARY KEY NOT NULL,
	"chat_id" integer NOT NULL,
	"document_id" integer,
	"collection_id" integer,
	CONSTRAINT "public_knowledge_is_one" CHECK (num_nonnulls("public_knowledge"."document_id", "public_knowledge"."collection_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"chat_id" integer PRIMARY KEY NOT NULL,
	"title" text,
	"avatar" text,
	"greeting" text,
	"suggested_questions" text[],
	"footer" text,
	"appearance" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hours" jsonb,
	"offline_text" text,
	"handover" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opens_files" boolean DEFAULT false NOT NULL,
	"encrypted_identity_secret" text,
	"messages_per_visitor" integer,
	"challenge" text DEFAULT 'flooded' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_ratings" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"session_id" integer NOT NULL,
	"is_good" boolean NOT NULL,
	"comment" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "known_visitor_id" integer;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "assigned_to" integer;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "handover_reason" "handover_reason";--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "handover_message_id" integer;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "rating_comment" text;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_chats_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_visitors" ADD CONSTRAINT "known_visitors_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_knowledge" ADD CONSTRAINT "public_knowledge_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_knowledge" ADD CONSTRAINT "public_knowledge_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_knowledge" ADD CONSTRAINT "public_knowledge_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_ratings" ADD CONSTRAINT "reply_ratings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_ratings" ADD CONSTRAINT "reply_ratings_session_id_public_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."public_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_notes_of_chat" ON "conversation_notes" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_visitors_external" ON "known_visitors" USING btree ("chat_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_knowledge_document" ON "public_knowledge" USING btree ("chat_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_knowledge_collection" ON "public_knowledge" USING btree ("chat_id","collection_id");--> statement-breakpoint
CREATE INDEX "public_knowledge_of_document" ON "public_knowledge" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "public_knowledge_of_collection" ON "public_knowledge" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "reply_ratings_of_session" ON "reply_ratings" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_name" ON "saved_replies" USING btree ("group_id","name");--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_known_visitor_id_known_visitors_id_fk" FOREIGN KEY ("known_visitor_id") REFERENCES "public"."known_visitors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD CONSTRAINT "public_sessions_handover_message_id_messages_id_fk" FOREIGN KEY ("handover_message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_sessions_known" ON "public_sessions" USING btree ("known_visitor_id");--> statement-breakpoint
CREATE INDEX "public_sessions_assigned" ON "public_sessions" USING btree ("assigned_to") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "public_sessions_waiting" ON "public_sessions" USING btree ("chat_id","waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "public_sessions_snoozed" ON "public_sessions" USING btree ("snoozed_until") WHERE snoozed_until is not null;