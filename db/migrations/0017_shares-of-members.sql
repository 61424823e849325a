ALTER TABLE "chat_shares" DROP CONSTRAINT "chat_shares_created_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "copied_from" integer;--> statement-breakpoint
ALTER TABLE "chat_shares" ADD CONSTRAINT "chat_shares_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_shares_of_creator" ON "chat_shares" USING btree ("created_by");--> statement-breakpoint
-- Links end with the membership of who created them.
DELETE FROM "chat_shares" share WHERE NOT EXISTS (
  SELECT FROM "chat_members" member WHERE member.chat_id = share.chat_id AND member.user_id = share.created_by
    AND (share.requires_sign_in OR member.role IN ('owner', 'admin')));--> statement-breakpoint
-- Snapshots keep which messages they show, no texts.
UPDATE "chat_shares" share SET snapshot = jsonb_set(share.snapshot, '{messages}', coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', message.id,
    'hash', encode(sha256(convert_to(message.text, 'UTF8')), 'hex')) ORDER BY kept.place)
  FROM jsonb_array_elements(share.snapshot -> 'messages') WITH ORDINALITY AS kept (value, place)
  JOIN "messages" message ON message.chat_id = share.chat_id AND message.text = kept.value ->> 'text'
    AND message.created_at = (kept.value ->> 'created_at')::timestamptz), '[]'::jsonb))
WHERE share.snapshot IS NOT NULL;
