CREATE TABLE "stored_bytes" (
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"key" text PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "used_refresh_tokens" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "imported_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_bytes_of_owner" ON "stored_bytes" USING btree ("owner","kind","bytes");--> statement-breakpoint
CREATE INDEX "stored_files_of_group" ON "stored_files" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "stored_files_of_user" ON "stored_files" USING btree ("user_id");--> statement-breakpoint
-- Adds what a change stores or frees to what its owners store. Its arguments are SQL about a row: the kind, the group, the
-- account, and the bytes. Without a group and an account they are the installation's.
CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted text := format('SELECT %s AS kind, (%s)::text AS group_id, (%s)::text AS user_id, (%s)::bigint * ',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3]);
  added text := CASE tg_level WHEN 'ROW' THEN '(SELECT ($1).*) added' ELSE 'added' END;
  removed text := CASE tg_level WHEN 'ROW' THEN '(SELECT ($2).*) removed' ELSE 'removed' END;
  changes text := CASE tg_op
    WHEN 'INSERT' THEN counted || '1 AS bytes FROM ' || added
    WHEN 'DELETE' THEN counted || '-1 AS bytes FROM ' || removed
    ELSE counted || '1 AS bytes FROM ' || added || ' UNION ALL ' || counted || '-1 FROM ' || removed END;
  statement text := 'INSERT INTO stored_bytes (owner, kind, bytes)
    SELECT owner, kind, sum(bytes) FROM (' || changes || ') changes, LATERAL (VALUES (''group:'' || group_id), (''user:'' || user_id),
      (CASE WHEN group_id IS NULL AND user_id IS NULL THEN ''installation'' END)) owners(owner)
    WHERE owner IS NOT NULL GROUP BY owner, kind HAVING sum(bytes) <> 0';
BEGIN
  IF tg_level = 'ROW' THEN EXECUTE statement USING new, old; ELSE EXECUTE statement; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON stored_files REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('kind', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF user_id, bytes ON stored_files
FOR EACH ROW EXECUTE FUNCTION count_stored_bytes('kind', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON stored_files REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('kind', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON openai_responses REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''responses''', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF bytes ON openai_responses
FOR EACH ROW EXECUTE FUNCTION count_stored_bytes('''responses''', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON openai_responses REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''responses''', 'group_id', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON inbound_mails REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''mails''', 'group_id', 'NULL', 'octet_length(text)');
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF text ON inbound_mails
FOR EACH ROW EXECUTE FUNCTION count_stored_bytes('''mails''', 'group_id', 'NULL', 'octet_length(text)');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON inbound_mails REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''mails''', 'group_id', 'NULL', 'octet_length(text)');
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON chats FOR EACH ROW WHEN (new.imported_bytes > 0)
EXECUTE FUNCTION count_stored_bytes('''imports''', 'group_id', 'created_by', 'imported_bytes');
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF created_by, imported_bytes ON chats FOR EACH ROW
WHEN (old.imported_bytes > 0 OR new.imported_bytes > 0)
EXECUTE FUNCTION count_stored_bytes('''imports''', 'group_id', 'created_by', 'imported_bytes');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON chats FOR EACH ROW WHEN (old.imported_bytes > 0)
EXECUTE FUNCTION count_stored_bytes('''imports''', 'group_id', 'created_by', 'imported_bytes');
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF bytes ON idempotency_keys
FOR EACH ROW EXECUTE FUNCTION count_stored_bytes('''keys''', 'NULL', 'user_id', 'bytes');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON idempotency_keys REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''keys''', 'NULL', 'user_id', 'bytes');
--> statement-breakpoint
-- About what a row takes with its indexes.
CREATE TRIGGER count_stored AFTER INSERT ON sessions REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''sessions''', 'NULL', 'user_id', '600');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''sessions''', 'NULL', 'user_id', '600');
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON used_refresh_tokens REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''sessions''', 'NULL', 'user_id', '200');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON used_refresh_tokens REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''sessions''', 'NULL', 'user_id', '200');
--> statement-breakpoint
CREATE TRIGGER count_stored AFTER INSERT ON oauth_clients REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''registrations''', 'NULL', 'NULL', '200 + octet_length(name) + octet_length(array_to_string(redirect_uris, '' ''))');
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON oauth_clients REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''registrations''', 'NULL', 'NULL', '200 + octet_length(name) + octet_length(array_to_string(redirect_uris, '' ''))');
--> statement-breakpoint
INSERT INTO stored_files (key, group_id, user_id, kind, bytes)
SELECT DISTINCT ON (key) key, group_id, user_id, kind, bytes FROM (
  SELECT storage_key AS key, group_id, CASE WHEN is_connected THEN NULL ELSE created_by END AS user_id,
    CASE WHEN is_connected THEN 'connectors' ELSE 'uploads' END AS kind, size AS bytes
  FROM documents, LATERAL (SELECT EXISTS (SELECT FROM connector_files WHERE document_id = documents.id) AS is_connected) source
  UNION ALL SELECT storage_key, group_id, user_id, 'uploads', coalesce((found->>'size')::int, 0)
  FROM video_conversions WHERE finished_at IS NULL
  UNION ALL SELECT storage_key, group_id, user_id, 'uploads', size FROM voice_recordings WHERE finished_at IS NULL
  UNION ALL SELECT storage_key, group_id, user_id, 'imports', size FROM chat_imports WHERE storage_key IS NOT NULL
  UNION ALL SELECT file->>'storage_key', group_id, NULL, 'mails', (file->>'size')::int
  FROM inbound_mails, jsonb_array_elements(files) file
  WHERE state = 'held' AND EXISTS (SELECT FROM groups WHERE groups.id = group_id)) files
ORDER BY key;
--> statement-breakpoint
INSERT INTO stored_bytes (owner, kind, bytes)
SELECT 'group:' || group_id, 'responses', sum(bytes) FROM openai_responses GROUP BY group_id
UNION ALL SELECT 'user:' || user_id, 'responses', sum(bytes) FROM openai_responses GROUP BY user_id
UNION ALL SELECT 'group:' || group_id, 'mails', sum(octet_length(text)) FROM inbound_mails GROUP BY group_id
UNION ALL SELECT 'user:' || user_id, 'sessions', 600 * count(*) FROM sessions GROUP BY user_id
UNION ALL SELECT 'installation', 'registrations', sum(200 + octet_length(name) + octet_length(array_to_string(redirect_uris, ' ')))
FROM oauth_clients HAVING count(*) > 0;
--> statement-breakpoint
-- Counts them, too.
WITH owned AS (
  UPDATE used_refresh_tokens SET user_id = sessions.user_id FROM sessions WHERE sessions.id = session_id RETURNING sessions.user_id)
INSERT INTO stored_bytes (owner, kind, bytes) SELECT 'user:' || user_id, 'sessions', 200 * count(*) FROM owned GROUP BY user_id;
