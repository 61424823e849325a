import { createHash, randomUUID } from "node:crypto";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the UUID of an event's row. An id always gives the same UUID, so that an event sent twice is stored once. */
export function toRowId(id: string | undefined): string {
  if (!id) return randomUUID();
  if (UUID.test(id)) return id;
  const hash = createHash("sha256").update(id).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
