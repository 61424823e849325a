-- For each message that is sent with an idempotency key, so without the statement that `count_stored_bytes` has to plan
-- each time: 0.02 ms instead of 0.8 on the embedded database. Those of visitors count for nobody.
CREATE FUNCTION count_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stored_bytes (owner, kind, bytes) VALUES ('user:' || new.user_id, 'keys', new.bytes - old.bytes);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER count_changed ON idempotency_keys;
--> statement-breakpoint
CREATE TRIGGER count_changed AFTER UPDATE OF bytes ON idempotency_keys FOR EACH ROW
WHEN (new.user_id IS NOT NULL AND new.bytes <> old.bytes) EXECUTE FUNCTION count_kept_answer();
--> statement-breakpoint
DROP TRIGGER count_removed ON idempotency_keys;
--> statement-breakpoint
CREATE TRIGGER count_removed AFTER DELETE ON idempotency_keys REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('''keys''', 'NULL', 'user_id', 'CASE WHEN user_id IS NULL THEN 0 ELSE bytes END');
--> statement-breakpoint
DELETE FROM stored_bytes WHERE owner = 'installation' AND kind = 'keys';
