import { randomUUID } from "node:crypto";
import { wake } from "@/lib/background/service";
import * as queries from "./runner/queries";

type Sent = { id?: string; name: string; data?: Record<string, unknown> };

/** Stands in for Inngest's event endpoint: what a function sends becomes rows of the outbox. */
export const outbox: typeof fetch = async (_address, request) => {
  const sent = [JSON.parse(String(request?.body ?? "[]"))].flat() as Sent[];
  const rows = sent.map(({ id, name, data = {} }) => ({ id: isUuid(id) ? id : randomUUID(), name, data }));
  await queries.insertEvents(rows);
  wake();
  return Response.json({ ids: rows.map(({ id }) => id), status: 200 });
};

const isUuid = (id: string | undefined): id is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id ?? "");
