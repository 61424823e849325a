import { and, eq, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { openaiResponses } from "@/db/schema/openai";

const DAYS = 30;
/** Of one person in one group; the oldest go first. */
const MOST = 1000;

type Whose = { groupId: string; userId: number };
type StoredResponse = Pick<typeof openaiResponses.$inferSelect, "response" | "input">;

const isOf = ({ id, groupId, userId }: Whose & { id: string }) =>
  and(eq(openaiResponses.id, id), eq(openaiResponses.groupId, groupId), eq(openaiResponses.userId, userId));

export async function insertResponse(values: typeof openaiResponses.$inferInsert): Promise<void> {
  await db().insert(openaiResponses).values(values);
}

export async function findResponse(which: Whose & { id: string }): Promise<StoredResponse | undefined> {
  const [row] = await db()
    .select({ response: openaiResponses.response, input: openaiResponses.input })
    .from(openaiResponses)
    .where(isOf(which));
  return row;
}

/** False where there is none. */
export async function deleteResponse(which: Whose & { id: string }): Promise<boolean> {
  const rows = await db().delete(openaiResponses).where(isOf(which)).returning({ id: openaiResponses.id });
  return rows.length > 0;
}

/** Those that have had their time, and those of somebody who has too many. */
export async function deleteOldResponses(): Promise<void> {
  await db()
    .delete(openaiResponses)
    .where(lt(openaiResponses.createdAt, sql`now() - make_interval(days => ${DAYS})`));
  await db().execute(sql`
    delete from ${openaiResponses} where id in (
      select id from (
        select id, row_number() over (partition by group_id, user_id order by created_at desc) as nth
        from ${openaiResponses}) counted
      where nth > ${MOST})`);
}
