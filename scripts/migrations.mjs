// Fails when db/migrations don't produce the schema of db/schema.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { run } from "./run.mjs";

const copy = `node_modules/.cache/parley/migrations-${process.pid}`;
const count = () => readdirSync(copy).length;

mkdirSync(copy, { recursive: true });
try {
  cpSync("db/migrations", copy, { recursive: true });
  const before = count();
  const code = await run("drizzle-kit", [
    "generate",
    "--dialect=postgresql",
    "--schema=./db/schema",
    `--out=./${copy}`,
  ]);
  process.exitCode = code;
  if (code === 0 && count() !== before) {
    console.error("db/schema has changed: run npm run db:generate, read the SQL and commit it.");
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
