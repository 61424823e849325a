import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { lanes } from "../lanes";

/** A file that is larger by so many bytes comes as late as one that was added a minute later. */
const BYTES = 10_000;
const HIGHEST = 600;
/** What reading any file costs, as if it had so many bytes more. */
const EACH = 20_000;
/** Seconds for a megabyte while no document has been read: PDF and Office files with the built-in model. */
const USUAL = 20;
/** So many of the latest documents say how long one takes: small ones say nothing of large ones. */
const LATEST = 200;

/** How early a file comes among those of its group, in minutes: the small ones first. */
export const priorityOf = (size: number): number => Math.max(0, HIGHEST - Math.floor(size / BYTES));
const priority = sql`greatest(0, ${HIGHEST} - ${documents.size} / ${BYTES})`;
const lane = sql`case when ${documents.size} <= ${lanes.short.most} then 1 when ${documents.size} <= ${lanes.medium.most} then 2 else 3 end`;

/** @param seconds until it is ready, as a guess */
export type Place = { position: number; seconds: number };

/** Which of the queued documents of a group comes how soon in its lane, from 1; of those that are asked for. */
export async function placesInQueue({
  groupId,
  ids,
}: {
  groupId: string;
  ids: number[];
}): Promise<Map<number, Place>> {
  if (ids.length === 0) return new Map();
  // What is being read is ahead of all that wait.
  const order = sql`${documents.status} = 'queued', ${documents.queuedAt} - ${priority} * interval '1 minute', ${documents.id}`;
  const ahead = sql`over (partition by ${lane} order by ${order})`;
  const queue = db()
    .select({
      id: documents.id,
      place: sql<number>`(count(*) filter (where ${documents.status} = 'queued') ${ahead})::int`.as("place"),
      lane: sql<number>`${lane}`.as("lane"),
      bytes: sql<number>`(sum(${documents.size}::bigint + ${EACH}) ${ahead})::float8`.as("bytes"),
    })
    .from(documents)
    .where(and(eq(documents.groupId, groupId), inArray(documents.status, ["queued", "processing"])))
    .as("queue");
  const [rows, rates] = await Promise.all([
    db().select().from(queue).where(inArray(queue.id, ids)),
    secondsPerByte(),
  ]);
  return new Map(
    rows.map(({ id, place, bytes, lane: of }) => [
      id,
      { position: place, seconds: Math.ceil(bytes * (rates.get(of) ?? USUAL / 1_000_000)) },
    ]),
  );
}

/** How long the latest documents of the installation took for each byte, by their lane. */
async function secondsPerByte(): Promise<Map<number, number>> {
  const latest = db()
    .select({
      lane: sql<number>`${lane}`.as("lane"),
      bytes: sql<number>`${documents.size}::bigint + ${EACH}`.as("bytes"),
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
      rate: sql<number>`(sum(${latest.seconds}) / sum(${latest.bytes}))::float8`,
    })
    .from(latest)
    .where(sql`${latest.seconds} > 0`)
    .groupBy(latest.lane);
  return new Map(rows.map((row) => [row.lane, row.rate]));
}
