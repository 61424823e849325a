import { createHash } from "node:crypto";
import { emit } from "@/lib/platform/background/service";
import { laneOf, lanes } from "./lanes";
import * as queries from "./queries/processing";
import { priorityOf } from "./queries/waiting";

const SWEPT = 500;
type Queued = { id: number; uuid: string; attempt: number; groupId: string; size: number };

/**
 * Has a document read in the background; called in the transaction that stores
 * it. One attempt is asked for under one id, so it runs once however often
 * that is done.
 */
export const enqueue = ({ id, uuid, attempt, groupId, size }: Queued): Promise<void> =>
  emit(
    lanes[laneOf(size)].event,
    { document_id: id, attempt, group_id: groupId, priority: priorityOf(size) },
    eventId(`${uuid} ${attempt}`),
  );

function eventId(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Asks for documents that nobody has asked for: those from before there was reading. */
export async function sweep(): Promise<void> {
  for (const document of await queries.unread({ limit: SWEPT })) await enqueue(document);
}
