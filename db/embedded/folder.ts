import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { getErrorCode } from "@/lib/platform/errors";

export class DatabaseOpenError extends Error {
  constructor(
    message: string,
    readonly code: "CONNECTION_CLOSED" | "ENOSPC",
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

const MIN_FREE_BYTES = 32 * 1024 * 1024;
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;
const REQUIRED_PATHS = ["PG_VERSION", "postgresql.conf", "global/pg_control", "base", "pg_xact", "pg_wal"];

// Without turbopackIgnore the bundler traces every file of the project from this path.
export const getDatabaseFolder = (dataDir: string) => join(/* turbopackIgnore: true */ dataDir, "database");

/** @throws DatabaseOpenError when database files are missing or truncated; an empty or absent directory is fine */
export function assertDatabaseIntact(dataDir: string): void {
  const folder = getDatabaseFolder(dataDir);
  if (
    !existsSync(/* turbopackIgnore: true */ folder) ||
    readdirSync(/* turbopackIgnore: true */ folder).length === 0
  )
    return;
  const missing = REQUIRED_PATHS.find((name) => !existsSync(join(/* turbopackIgnore: true */ folder, name)));
  if (missing) throw damaged(folder, `${missing} is missing`);
  const log = join(/* turbopackIgnore: true */ folder, "pg_wal");
  for (const name of readdirSync(/* turbopackIgnore: true */ log)) {
    const isCut =
      /^[0-9A-F]{24}$/.test(name) &&
      statSync(join(/* turbopackIgnore: true */ log, name)).size !== WAL_SEGMENT_BYTES;
    if (isCut) throw damaged(folder, `pg_wal/${name} is cut off`);
  }
}

export function toDatabaseOpenError(dataDir: string, error: unknown): DatabaseOpenError {
  if (error instanceof DatabaseOpenError) return error;
  const { bavail, bsize } = statfsSync(/* turbopackIgnore: true */ dataDir);
  if (bavail * bsize < MIN_FREE_BYTES || getErrorCode(error) === "ENOSPC")
    return new DatabaseOpenError(
      `There is no room for the database: make at least ${MIN_FREE_BYTES / 1024 / 1024} MB on the disk of ${dataDir}.`,
      "ENOSPC",
      error,
    );
  return damaged(getDatabaseFolder(dataDir), "its files are damaged", error);
}

const damaged = (folder: string, what: string, cause?: unknown) =>
  new DatabaseOpenError(
    `The database in ${folder} does not open: ${what}. What it holds was left as it is. Restore a backup (this folder is kept beside it): npm run restore <file> -- --force`,
    "CONNECTION_CLOSED",
    cause,
  );
