import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DataFolderInUse } from "@/db/embedded/lock";
import { deleteEmptyVariables } from "@/lib/platform/config/environment.mjs";
import { BadArchive } from "./backup/archive";
import { backUp, Refusal } from "./backup/backup";
import { restore } from "./backup/restore";

/**
 * Implements `npm run backup [file]` and `npm run restore <file>`. Reads its settings directly, because `config()`
 * would create a missing secret.
 */
deleteEmptyVariables(process.env);
const { DATABASE_URL, DATA_DIR, AUTH_SECRET, S3_BUCKET, INIT_CWD = "." } = process.env;
const dataDir = resolve(DATA_DIR ?? "./.data");
const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
// Resolves against the caller's directory, because npm changes to the project directory.
const resolvePath = (file: string) => resolve(INIT_CWD, file);

async function main(): Promise<void> {
  const [command, ...words] = process.argv.slice(2);
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { force: { type: "boolean", default: false } },
  });
  if (DATABASE_URL)
    throw new Refusal(
      command === "backup"
        ? "DATABASE_URL is set: save that database with pg_dump -Fc, then the bucket or the folder of files (docs/deploy.md)."
        : "DATABASE_URL is set: restore that database with pg_restore, and the bucket or the folder of files (docs/deploy.md).",
    );
  if (command === "backup") {
    const stamp = new Date().toISOString().slice(0, 19).replace(/:/g, "");
    const file = resolvePath(positionals[0] ?? `parley-${stamp}.zip`);
    const { files } = await backUp(dataDir, file);
    console.log(`${file}: ${inMegabytes(files.reduce((sum, { size }) => sum + size, 0))} of ${dataDir}.`);
    if (AUTH_SECRET) console.log("AUTH_SECRET is set: keep it too, without it stored keys are not readable.");
    if (S3_BUCKET) console.log(`Files are in the bucket ${S3_BUCKET}, which is not part of the archive.`);
    return;
  }
  const [file] = positionals;
  if (!file) throw new Refusal("Which backup? npm run restore <file>");
  const { contents, aside } = await restore(resolvePath(file), dataDir, values);
  console.log(`${dataDir} is as it was at ${contents.created_at}.`);
  if (aside) console.log(`What was there before is in ${aside}.`);
}

main().catch((error: Error) => {
  const isSaid = [Refusal, BadArchive, DataFolderInUse].some((kind) => error instanceof kind);
  console.error(isSaid || "syscall" in error ? error.message : error);
  process.exit(1);
});
