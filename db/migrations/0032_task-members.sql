CREATE TABLE "task_members" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" "chat_role" NOT NULL,
	CONSTRAINT "task_members_task_id_number_user_id_pk" PRIMARY KEY("task_id","number","user_id")
);
--> statement-breakpoint
ALTER TABLE "task_members" ADD CONSTRAINT "task_members_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_members" ADD CONSTRAINT "task_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_members_of_user" ON "task_members" USING btree ("user_id");