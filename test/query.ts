import { sql } from "drizzle-orm";
import type { Row } from "postgres";
import { dbOutsideTransaction } from "@/db/client";

/** Runs a statement on the database of the test, outside of transactions. */
export const query = (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
  dbOutsideTransaction().execute<Row>(sql(text, ...values));
