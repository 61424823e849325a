import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";

/** A file that is larger by so many bytes comes as late as one that was added a minute later. */
const BYTES = 10_000;
const HIGHEST = 600;

/** How early a file comes among those of its group, in minutes: the small ones first. */
export const priorityOf = (size: number): number => Math.max(0, HIGHEST - Math.floor(size / BYTES));
const priority = sql`greatest(0, ${HIGHEST} - ${documents.size} / ${BYTES})`;

/** Which of the queued documents of a group comes how soon, from 1; of those that are asked for. */
export async function placesInQueue({
  groupId,
  ids,
}: {
  groupId: string;
  ids: number[];
}): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const order = sql`${documents.queuedAt} - ${priority} * interval '1 minute', ${documents.id}`;
  const queue = db()
    .select({
      id: documents.id,
      place: sql<number>`(row_number() over (order by ${order}))::int`.as("place"),
    })
    .from(documents)
    .where(and(eq(documents.groupId, groupId), eq(documents.status, "queued")))
    .as("queue");
  const rows = await db().select().from(queue).where(inArray(queue.id, ids));
  return new Map(rows.map(({ id, place }) => [id, place]));
}
