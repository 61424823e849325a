CREATE TABLE "openai_output_items" (
	"response_id" text NOT NULL,
	"position" integer NOT NULL,
	"item" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "openai_output_items_response_id_position_pk" PRIMARY KEY("response_id","position")
);
--> statement-breakpoint
CREATE TABLE "openai_response_uses" (
	"response_id" text NOT NULL,
	"used_id" text NOT NULL,
	CONSTRAINT "openai_response_uses_response_id_used_id_pk" PRIMARY KEY("response_id","used_id")
);
--> statement-breakpoint
ALTER TABLE "openai_responses" ADD COLUMN "previous_id" text;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD COLUMN "context_items" integer;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD COLUMN "context_bytes" integer;--> statement-breakpoint
ALTER TABLE "openai_responses" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "openai_output_items" ADD CONSTRAINT "openai_output_items_response_id_openai_responses_id_fk" FOREIGN KEY ("response_id") REFERENCES "public"."openai_responses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openai_response_uses" ADD CONSTRAINT "openai_response_uses_response_id_openai_responses_id_fk" FOREIGN KEY ("response_id") REFERENCES "public"."openai_responses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openai_response_uses" ADD CONSTRAINT "openai_response_uses_used_id_openai_responses_id_fk" FOREIGN KEY ("used_id") REFERENCES "public"."openai_responses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "openai_response_uses_of_used" ON "openai_response_uses" USING btree ("used_id");--> statement-breakpoint
ALTER TABLE "openai_responses" ADD CONSTRAINT "openai_responses_previous_id_openai_responses_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."openai_responses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "openai_responses_of_previous" ON "openai_responses" USING btree ("previous_id") WHERE previous_id is not null;--> statement-breakpoint
-- Rows from before have the whole conversation as their input, so they go on from none.
INSERT INTO "openai_output_items" SELECT "id", "nth" - 1, "item", octet_length("item"::text)
FROM "openai_responses", jsonb_array_elements("response"->'output') WITH ORDINALITY AS "items"("item", "nth");--> statement-breakpoint
UPDATE "openai_responses" SET "response" = "response" - 'output',
	"bytes" = octet_length("response"::text) + octet_length("input"::text),
	"context_items" = jsonb_array_length("input") + jsonb_array_length("response"->'output'),
	"context_bytes" = octet_length("input"::text) + octet_length(("response"->'output')::text);--> statement-breakpoint
ALTER TABLE "openai_responses" ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "openai_responses" ALTER COLUMN "context_items" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "openai_responses" ALTER COLUMN "context_bytes" SET NOT NULL;
