import { createHash } from "node:crypto";
import { emit } from "@/lib/platform/background/service";
import { estimateWork, getLane, getPriority, lanes } from "./processing-lanes";
import * as queries from "./queries/processing";

const SWEPT = 500;
type Queued = {
  id: number;
  uuid: string;
  attempt: number;
  groupId: string;
  size: number;
  mimeType: string;
};

/**
 * Queues a document for background processing, within the transaction that stores it. The job's id contains the
 * attempt, so an attempt runs once even if it is queued repeatedly.
 */
export function enqueue({ id, uuid, attempt, groupId, ...file }: Queued): Promise<void> {
  const work = estimateWork(file);
  return emit(
    lanes[getLane(work)].event,
    { document_id: id, attempt, group_id: groupId, priority: getPriority(work) },
    eventId(`${uuid} ${attempt}`),
  );
}

function eventId(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Queues unprocessed documents whose job may be missing. The job's id prevents duplicates. */
export async function sweep(): Promise<void> {
  for (const document of await queries.listUnread({ limit: SWEPT })) await enqueue(document);
}
