import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { KINDS, LAID_OUT_SHARE, lanes, MAX_PRIORITY, PAGE_WORK, WORK_PER_MINUTE } from "../lanes";

/** What reading any file costs beside its work. */
const WORK_OF_ANY = 20_000;
/** Seconds for a million units of work while no document has been read: with the built-in model. */
const USUAL = 20;
/** So many of the latest documents say how long one takes: small ones say nothing of large ones. */
const LATEST = 200;

/** As `estimateWork`, and as `measureWork` once the document has been read. */
const work = sql`greatest(
  case when ${documents.mimeType} ~ ${KINDS.recorded} then least(${documents.size}, ${PAGE_WORK}::int)
    when ${documents.mimeType} ~ ${KINDS.laidOut} then ${documents.size} / ${LAID_OUT_SHARE}::int
    else ${documents.size} end,
  case when ${documents.status} = 'queued' then 0
    else greatest(${documents.characters}, (${documents.scans}->>'total')::bigint * ${PAGE_WORK}::int) end)`;
const priority = sql`greatest(0, ${MAX_PRIORITY}::int - ${work} / ${WORK_PER_MINUTE}::int)`;
const lane = sql`case when ${work} <= ${lanes.short.most}::int then 1 when ${work} <= ${lanes.medium.most}::int then 2 else 3 end`;

/** @param seconds until it is ready, as a guess */
export type QueuePosition = { position: number; seconds: number };

/** Which of the queued documents of a group comes how soon in its lane, from 1; of those that are asked for. */
export async function placesInQueue({
  groupId,
  ids,
}: {
  groupId: string;
  ids: number[];
}): Promise<Map<number, QueuePosition>> {
  if (ids.length === 0) return new Map();
  // What is being read is ahead of all that wait.
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

/** How long the latest documents of the installation took for each unit of work, by their lane. */
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
