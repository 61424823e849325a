import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { videoConversions } from "@/db/schema/videos";
import { RETENTION_DAYS } from "./operations";

export type ConversionRow = typeof videoConversions.$inferSelect;
type ConversionValues = Partial<typeof videoConversions.$inferInsert>;

const isOpen = isNull(videoConversions.finishedAt);
const KEPT = sql`make_interval(days => ${RETENTION_DAYS}::int)`;
// The age from which an unfinished conversion counts as lost, because its background job no longer exists.
const LOST = sql`interval '2 days'`;

export async function insert(values: typeof videoConversions.$inferInsert): Promise<ConversionRow> {
  return requireRow(await db().insert(videoConversions).values(values).returning());
}

type Asker = { id: string; userId: number; groupId: string };
type Theirs = Omit<Asker, "id">;

const areOfCaller = ({ userId, groupId }: Theirs) =>
  and(eq(videoConversions.groupId, groupId), eq(videoConversions.userId, userId));
const isOwn = (asker: Asker) => and(eq(videoConversions.id, asker.id), areOfCaller(asker));

/** Returns a conversion of this user. Omits its intermediate results, which may be large, because clients poll. */
export async function findConversion(asker: Asker) {
  const { status, stage, part, parts, percent, text, usedMethod, error, fault, finishedAt, documentId } =
    videoConversions;
  const [row] = await db()
    .select({
      id: videoConversions.id,
      status,
      stage,
      part,
      parts,
      percent,
      text,
      usedMethod,
      error,
      fault,
      finishedAt,
      documentId,
    })
    .from(videoConversions)
    .where(isOwn(asker));
  return row;
}
export type PolledConversion = NonNullable<Awaited<ReturnType<typeof findConversion>>>;

export async function list({ userId, groupId, limit, offset }: Theirs & { limit: number; offset: number }) {
  const { id, kind, fileName, documentId, status, stage, part, parts, percent, method, usedMethod, error } =
    videoConversions;
  const { createdAt, finishedAt } = videoConversions;
  const isTheirs = areOfCaller({ userId, groupId });
  const rows = await db()
    .select({
      ...{ id, kind, fileName, documentId, status, stage, part, parts, percent },
      ...{ method, usedMethod, error, createdAt, finishedAt },
    })
    .from(videoConversions)
    .where(isTheirs)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db().$count(videoConversions, isTheirs) };
}
export type ListedConversion = Awaited<ReturnType<typeof list>>["rows"][number];

export async function findOwn(asker: Asker): Promise<ConversionRow | undefined> {
  const [row] = await db().select().from(videoConversions).where(isOwn(asker));
  return row;
}

export const remove = (asker: Asker) => db().delete(videoConversions).where(isOwn(asker));

export async function findOpen({ id }: { id: string }): Promise<ConversionRow | undefined> {
  const [row] = await db()
    .select()
    .from(videoConversions)
    .where(and(eq(videoConversions.id, id), isOpen));
  return row;
}

/** Counts a group's unfinished conversions. In a transaction, an advisory lock serializes concurrent counts. */
export async function countOpen({ groupId }: { groupId: string }): Promise<number> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`videos ${groupId}`}::text))`);
  return db().$count(videoConversions, and(eq(videoConversions.groupId, groupId), isOpen));
}

export async function isStillOpen({ id }: { id: string }): Promise<boolean> {
  const rows = await db()
    .select({ id: videoConversions.id })
    .from(videoConversions)
    .where(and(eq(videoConversions.id, id), isOpen));
  return rows.length > 0;
}

/** Updates an unfinished conversion and merges intermediate results. Returns false when it has ended. */
export async function updateConversion({
  id,
  found,
  values,
}: {
  id: string;
  found?: Record<string, unknown>;
  values?: ConversionValues;
}): Promise<boolean> {
  const rows = await db()
    .update(videoConversions)
    .set({
      ...values,
      status: "running",
      ...(found && { found: sql`${videoConversions.found} || ${JSON.stringify(found)}::jsonb` }),
    })
    .where(and(eq(videoConversions.id, id), isOpen))
    .returning({ id: videoConversions.id });
  return rows.length > 0;
}

type ConversionEnd = Pick<ConversionRow, "status"> &
  Pick<ConversionValues, "text" | "usedMethod" | "fault" | "error">;

const showsNoText = sql`coalesce((${videoConversions.found}->>'showsNoText')::boolean, false)`;

/** Checks whether an earlier conversion of a document has found no text in its pictures. */
export async function isWithoutText({
  documentId,
  groupId,
}: {
  documentId: number;
  groupId: string;
}): Promise<boolean> {
  const rows = await db()
    .select({ id: videoConversions.id })
    .from(videoConversions)
    .where(
      and(eq(videoConversions.groupId, groupId), eq(videoConversions.documentId, documentId), showsNoText),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Ends an unfinished conversion and deletes its intermediate results, except for whether its pictures contain text.
 * Returns undefined when it has ended already.
 */
export async function end({ id, ...ending }: ConversionEnd & { id: string }) {
  const [row] = await db()
    .update(videoConversions)
    .set({
      ...ending,
      finishedAt: sql`now()`,
      found: sql`case when ${showsNoText} then '{"showsNoText": true}'::jsonb else '{}'::jsonb end`,
      stage: null,
      part: null,
      parts: null,
      percent: null,
    })
    .where(and(eq(videoConversions.id, id), isOpen))
    .returning({ storageKey: videoConversions.storageKey });
  return row;
}

export async function findStatus({ id }: { id: string }): Promise<ConversionRow["status"] | undefined> {
  const [row] = await db()
    .select({ status: videoConversions.status })
    .from(videoConversions)
    .where(eq(videoConversions.id, id));
  return row?.status;
}

/** Deletes expired and lost conversions, and returns the files of the lost ones. */
export async function deleteExpiredConversions(): Promise<string[]> {
  const rows = await db()
    .delete(videoConversions)
    .where(
      or(
        lt(videoConversions.finishedAt, sql`now() - ${KEPT}`),
        and(isOpen, lt(videoConversions.createdAt, sql`now() - ${LOST}`)),
      ),
    )
    .returning({ key: videoConversions.storageKey, finishedAt: videoConversions.finishedAt });
  return rows.filter(({ finishedAt }) => finishedAt === null).map(({ key }) => key);
}
