import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { config } from "@/lib/platform/config";
import { db } from "./client";

const migrationsFolder = join(process.cwd(), "db", "migrations");

/** Brings the database to the schema of this version. Any number of processes may start at once: one does it. */
export async function migrateDatabase(): Promise<void> {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) return migrate(db(), { migrationsFolder });
  const client = postgres(DATABASE_URL, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  const alone = drizzle(client);
  try {
    await alone.execute(sql`select pg_advisory_lock(hashtext('parley migrations'))`);
    await migrate(alone, { migrationsFolder });
  } finally {
    await client.end();
  }
}
