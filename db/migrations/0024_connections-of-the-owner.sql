ALTER TABLE "model_connections" ADD COLUMN "by_installation_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "model_connections" SET "by_installation_owner" = true WHERE "group_id" IN (
  SELECT "group_members"."group_id" FROM "group_members" JOIN "users" ON "users"."id" = "group_members"."user_id"
  WHERE "users"."is_installation_owner" AND "group_members"."role" = 'owner'
);
