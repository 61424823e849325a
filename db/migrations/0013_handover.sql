CREATE TABLE "public_session_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "public_sessions" ADD COLUMN "mailed_message_id" integer;--> statement-breakpoint
ALTER TABLE "public_session_keys" ADD CONSTRAINT "public_session_keys_session_id_public_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."public_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_session_keys_of_session" ON "public_session_keys" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "public_sessions_email" ON "public_sessions" USING btree ("chat_id","email") WHERE email is not null;