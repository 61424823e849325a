import { db } from "@/db/client";
import { backgroundEvents } from "@/db/schema/background";

export const insertEvent = (values: typeof backgroundEvents.$inferInsert) =>
  db().insert(backgroundEvents).values(values).onConflictDoNothing();
