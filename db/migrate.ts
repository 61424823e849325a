import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { config } from "@/lib/platform/config";
import { db } from "./client";

const migrationsFolder = join(process.cwd(), "db", "migrations");

export class UnknownDatabase extends Error {
  constructor() {
    super(
      "The database was made by another version of Parley, from before its migrations were put together or newer than this one. " +
        "Start that version again, or start this one anew: with an empty database in DATABASE_URL, or another folder in DATA_DIR.",
    );
    this.name = "UnknownDatabase";
  }
}

/**
 * Migrates the database to this version's schema. Concurrent processes are serialized.
 * @throws UnknownDatabase for a database of another version
 */
export async function migrateDatabase(): Promise<void> {
  const { DATABASE_URL } = config();
  if (!DATABASE_URL) return bringUpToDate(db());
  const client = postgres(DATABASE_URL, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  const alone = drizzle(client);
  try {
    await alone.execute(sql`select pg_advisory_lock(hashtext('parley migrations'))`);
    await bringUpToDate(alone);
  } finally {
    await client.end();
  }
}

async function bringUpToDate(database: Parameters<typeof migrate>[0]): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
  const [{ exists } = { exists: false }] = await database.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  const done = exists
    ? await database.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
    : [];
  if (done.some(({ hash }) => !known.includes(hash))) throw new UnknownDatabase();
  await migrate(database, { migrationsFolder });
}
