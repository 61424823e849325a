// The committed migrations are what the schema needs: generating again into a copy gives nothing new.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "parley-migrations-"));
cpSync("db/migrations", join(folder, "migrations"), { recursive: true });
const configFile = join(folder, "drizzle.config.json");
writeFileSync(
  configFile,
  JSON.stringify({ dialect: "postgresql", schema: "./db/schema", out: join(folder, "migrations") }),
);
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ["node_modules/drizzle-kit/bin.cjs", "generate", "--config", configFile],
  { encoding: "utf8" },
);
const before = readdirSync("db/migrations").length;
const after = readdirSync(join(folder, "migrations")).length;
rmSync(folder, { recursive: true });
if (status !== 0) console.error(stdout, stderr);
else if (after !== before)
  console.error("The schema has changed: run `npm run db:generate` and commit the migration.");
else console.log("the migrations fit the schema");
process.exit(status === 0 && after === before ? 0 : 1);
