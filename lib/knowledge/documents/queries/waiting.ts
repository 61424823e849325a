import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import {
  LAID_OUT_BYTES_PER_TEXT_BYTE,
  lanes,
  MAX_PRIORITY,
  MIME_TYPE_PATTERNS,
  PAGE_WORK,
  WORK_PER_MINUTE,
} from "../processing-lanes";

const WORK_OF_ANY = 20_000;
// The assumed seconds per million units of work with the built-in model, until a document has been processed.
const USUAL = 20;
// The speed is measured from this many of the latest documents, separately by lane, because small documents say nothing
// about large ones.
const LATEST = 200;

// SQL equivalent of `estimateWork` for queued documents and of `measureWork` after the extraction.
const work = sql`greatest(
  case when ${documents.mimeType} ~ ${MIME_TYPE_PATTERNS.recorded} then least(${documents.size}, ${PAGE_WORK}::int)
    when ${documents.mimeType} ~ ${MIME_TYPE_PATTERNS.laidOut} then ${documents.size} / ${LAID_OUT_BYTES_PER_TEXT_BYTE}::int
    else ${documents.size} end,
  case when ${documents.status} = 'queued' then 0
    else greatest(${documents.characters}, (${documents.scans}->>'total')::bigint * ${PAGE_WORK}::int) end)`;
const priority = sql`greatest(0, ${MAX_PRIORITY}::int - ${work} / ${WORK_PER_MINUTE}::int)`;
const lane = sql`case when ${work} <= ${lanes.short.most}::int then 1 when ${work} <= ${lanes.medium.most}::int then 2 else 3 end`;

/** @param seconds the estimated time until the document is ready */
export type QueuePosition = { position: number; seconds: number };

/** Returns the positions of the documents within their lane of the group's queue, from 1. */
export async function mapQueuePositions({
  groupId,
  ids,
}: {
  groupId: string;
  ids: number[];
}): Promise<Map<number, QueuePosition>> {
  if (ids.length === 0) return new Map();
  // Sorts documents that are being processed before all queued ones.
  const order = sql`${documents.status} = 'queued', ${documents.queuedAt} - ${priority} * interval '1 minute', ${documents.id}`;
  const ahead = sql`over (partition by ${lane} order by ${order})`;
  const queue = db()
    .select({
      id: documents.id,
      place: sql<number>`(count(*) filter (where ${documents.status} = 'queued') ${ahead})::int`.as("place"),
      lane: sql<number>`${lane}`.as("lane"),
      work: sql<number>`(sum(${work}::bigint + ${WORK_OF_ANY}::int) ${ahead})::float8`.as("work"),
    })
    .from(documents)
    .where(and(eq(documents.groupId, groupId), inArray(documents.status, ["queued", "processing"])))
    .as("queue");
  const [rows, rates] = await Promise.all([
    db().select().from(queue).where(inArray(queue.id, ids)),
    secondsPerWork(),
  ]);
  return new Map(
    rows.map(({ id, place, work: ahead, lane: of }) => [
      id,
      { position: place, seconds: Math.ceil(ahead * (rates.get(of) ?? USUAL / 1_000_000)) },
    ]),
  );
}

// Returns the installation's average time per unit of work by lane, from the latest documents.
async function secondsPerWork(): Promise<Map<number, number>> {
  const latest = db()
    .select({
      lane: sql<number>`${lane}`.as("lane"),
      work: sql<number>`${work}::bigint + ${WORK_OF_ANY}::int`.as("work"),
      seconds: sql<number>`extract(epoch from ${documents.processedAt} - ${documents.startedAt})`.as(
        "seconds",
      ),
    })
    .from(documents)
    .where(and(isNotNull(documents.startedAt), isNotNull(documents.processedAt)))
    .orderBy(desc(documents.processedAt))
    .limit(LATEST)
    .as("latest");
  const rows = await db()
    .select({
      lane: latest.lane,
      rate: sql<number>`(sum(${latest.seconds}) / sum(${latest.work}))::float8`,
    })
    .from(latest)
    .where(sql`${latest.seconds} > 0`)
    .groupBy(latest.lane);
  return new Map(rows.map((row) => [row.lane, row.rate]));
}
