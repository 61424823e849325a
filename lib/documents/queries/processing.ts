import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";

/** Puts a document back to the beginning; gives the number of its new attempt, undefined when it is gone. */
export async function requeue({ id }: { id: number }): Promise<number | undefined> {
  const [row] = await db()
    .update(documents)
    .set({
      status: "queued",
      step: null,
      progress: null,
      error: null,
      attempt: sql`${documents.attempt} + 1`,
    })
    .where(eq(documents.id, id))
    .returning({ attempt: documents.attempt });
  return row?.attempt;
}
