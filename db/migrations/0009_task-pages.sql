CREATE TABLE "task_pages" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"language" text,
	"text" text NOT NULL,
	CONSTRAINT "task_pages_task_id_number_position_pk" PRIMARY KEY("task_id","number","position")
);
--> statement-breakpoint
ALTER TABLE "task_pages" ADD CONSTRAINT "task_pages_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "virtual_assistants" SET "tools" = "tools" || ARRAY['list_canvas_pages', 'read_canvas_page', 'create_canvas_page'] WHERE 'update_canvas' = ANY("tools");
