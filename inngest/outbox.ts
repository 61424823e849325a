import { createHash, randomUUID } from "node:crypto";
import { store } from "@/lib/platform/background/service";
import type { Fetch } from "@/lib/platform/egress/service";

type OutgoingEvent = { id?: string; name: string; data?: Record<string, unknown> };

/** Replaces Inngest's event endpoint for events that functions send. */
export const outbox: Fetch = async (_address, request) => {
  const sent = [JSON.parse(String(request?.body ?? "[]"))].flat() as OutgoingEvent[];
  const events = sent.map(({ id, name, data = {} }) => ({ id: rowId(id), name, data }));
  for (const event of events) await store(event);
  return Response.json({ ids: events.map(({ id }) => id), status: 200 });
};

/** Maps an event id to a UUID, so that an event with the same id is stored once. */
export function rowId(id: string | undefined): string {
  if (!id) return randomUUID();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  const hash = createHash("sha256").update(id).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
