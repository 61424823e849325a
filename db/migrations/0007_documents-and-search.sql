CREATE TYPE "public"."document_place" AS ENUM('chat', 'library', 'task');--> statement-breakpoint
CREATE TYPE "public"."document_status" AS ENUM('queued', 'processing', 'ready', 'failed');--> statement-breakpoint
CREATE TYPE "public"."passage_kind" AS ENUM('message', 'chat_document', 'library_document', 'task_document');--> statement-breakpoint
CREATE TABLE "chat_collections" (
	"chat_id" integer NOT NULL,
	"collection_id" integer NOT NULL,
	CONSTRAINT "chat_collections_chat_id_collection_id_pk" PRIMARY KEY("chat_id","collection_id")
);
--> statement-breakpoint
CREATE TABLE "collection_documents" (
	"collection_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	CONSTRAINT "collection_documents_collection_id_document_id_pk" PRIMARY KEY("collection_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" serial PRIMARY KEY NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "document_texts" (
	"document_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_collections" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"collection_id" integer NOT NULL,
	CONSTRAINT "task_collections_task_id_number_collection_id_pk" PRIMARY KEY("task_id","number","collection_id")
);
--> statement-breakpoint
CREATE TABLE "embedding_models" (
	"id" serial PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"dimensions" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passage_vectors" (
	"passage_id" bigint NOT NULL,
	"model_id" integer NOT NULL,
	"kind" "passage_kind" NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer,
	"embedding" vector NOT NULL,
	CONSTRAINT "passage_vectors_model_id_passage_id_pk" PRIMARY KEY("model_id","passage_id")
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" "passage_kind" NOT NULL,
	"group_id" uuid NOT NULL,
	"chat_id" integer,
	"message_id" integer,
	"document_id" integer,
	"ordinal" integer NOT NULL,
	"page" integer,
	"start" integer NOT NULL,
	"length" integer NOT NULL,
	"text" text,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "place" "document_place" DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "archive_id" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "status" "document_status" DEFAULT 'queued' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "progress" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "characters" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "has_transcript" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "processed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_collections" ADD CONSTRAINT "chat_collections_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_collections" ADD CONSTRAINT "chat_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_documents" ADD CONSTRAINT "collection_documents_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_collections" ADD CONSTRAINT "task_collections_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_collections" ADD CONSTRAINT "task_collections_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_model_id_embedding_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_collections_of_collection" ON "chat_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "collection_documents_of_document" ON "collection_documents" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("group_id",lower(name));--> statement-breakpoint
CREATE INDEX "task_collections_of_collection" ON "task_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embedding_models_name" ON "embedding_models" USING btree ("model","dimensions");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_passage" ON "passage_vectors" USING btree ("passage_id");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_chat" ON "passage_vectors" USING btree ("chat_id","kind","model_id");--> statement-breakpoint
CREATE INDEX "passage_vectors_of_group" ON "passage_vectors" USING btree ("group_id","kind","model_id") WHERE chat_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_of_message" ON "passages" USING btree ("message_id","ordinal") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_of_document" ON "passages" USING btree ("document_id","ordinal") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "passages_of_chat" ON "passages" USING btree ("chat_id","kind");--> statement-breakpoint
CREATE INDEX "passages_of_group" ON "passages" USING btree ("group_id","kind") WHERE chat_id is null;--> statement-breakpoint
CREATE INDEX "passages_words" ON "passages" USING gin ("words");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_archive_id_documents_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_of_library" ON "documents" USING btree ("group_id","folder","id") WHERE place = 'library';--> statement-breakpoint
CREATE INDEX "documents_of_user" ON "documents" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "documents_to_process" ON "documents" USING btree ("id") WHERE status in ('queued', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "documents_of_archive" ON "documents" USING btree ("archive_id","folder","file_name");--> statement-breakpoint
CREATE INDEX "messages_to_index" ON "messages" USING btree ("id") WHERE not is_indexed;--> statement-breakpoint
-- Until now a document without a chat was one of a task.
UPDATE "documents" SET "place" = 'task' WHERE "chat_id" IS NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_place_fits" CHECK ((place = 'chat') = (chat_id is not null));