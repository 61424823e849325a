ALTER TABLE "chat_imports" ADD COLUMN "files_read" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "projects" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "assistants" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_imports" ADD COLUMN "left_out" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "chat_imports" SET "projects" = item.projects, "assistants" = item.assistants, "left_out" = item.left_out
FROM (SELECT import_id,
    count(*) FILTER (WHERE outcome = 'imported' AND kind = 'project') AS projects,
    count(*) FILTER (WHERE outcome = 'imported' AND kind = 'assistant') AS assistants,
    count(*) FILTER (WHERE outcome = 'left_out') AS left_out
  FROM "chat_import_items" GROUP BY import_id) item
WHERE item.import_id = "chat_imports"."id";
