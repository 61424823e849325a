// `npm run bench -- --only search-at-scale [--quick]`: recall and latency of searches among 10,000, 100,000 and
// 1,000,000 messages with synthetic vectors, on a PostgreSQL server with pgvector (BENCH_DATABASE_URL). The database
// is created for the run and dropped afterwards.
// `npm run bench -- --only search-quality`: retrieval quality of an embedding model (BENCH_EMBEDDING_MODEL), and
// precision of the document finder's answers.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { onServer, script } from "../scale/run.mjs";
import { fill, index } from "./fill.mjs";

const NAME = `parley_search_${process.pid}`;
const SIZES = [10_000, 100_000, 1_000_000];
const MAX_MINUTES = Number(process.env.BENCH_MINUTES || 25);

export async function searchAtScale({ quick, say }) {
  const server = process.env.BENCH_DATABASE_URL || process.env.TEST_DATABASE_URL;
  if (!server) {
    console.error("search-at-scale needs a PostgreSQL server with pgvector: name it in BENCH_DATABASE_URL.");
    return 1;
  }
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${NAME}` }).href;
  const run = (file, ...words) => script(file, words.map(String), { DATABASE_URL: databaseUrl });
  await onServer(server, `create database ${NAME}`);
  let code = 0;
  try {
    if ((await run("scale/migrate.ts")) !== 0) return 1;
    const sizes = process.env.BENCH_SIZES?.split(",").map(Number) ?? (quick ? SIZES.slice(0, 2) : SIZES);
    let filled = 0;
    for (const size of sizes) {
      await fill({ databaseUrl, from: filled, to: size, say });
      filled = size;
      const minutes = await index({ databaseUrl, minutes: MAX_MINUTES });
      if (minutes === undefined) {
        say(`The index of ${size} messages was not built within ${MAX_MINUTES} minutes: left out.`);
        return 1;
      }
      say(`${size} messages, index built in ${minutes.toFixed(1)} min, load ${loadavg()[0].toFixed(1)}`);
      code = (await run("search/measure.mjs", size, quick ? 30 : 100)) || code;
    }
    return code;
  } finally {
    await onServer(server, `drop database if exists ${NAME} with (force)`);
  }
}

/**
 * Returns the exit code. BENCH_EMBEDDING_MODEL selects a model other than the built-in one; files of local models are
 * in TEST_MODELS_DIR. With BENCH_FINDER only the document finder is evaluated. BENCH_MANUALS, a directory with texts
 * of manuals, adds questions about these.
 */
export async function searchQuality() {
  const folder = mkdtempSync(join(tmpdir(), "parley-quality-"));
  const { BENCH_EMBEDDING_MODEL = "builtin", TEST_MODELS_DIR } = process.env;
  try {
    if (TEST_MODELS_DIR) symlinkSync(TEST_MODELS_DIR, join(folder, "models"));
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: "",
      EMBEDDING_MODEL: BENCH_EMBEDDING_MODEL,
      MODELS_DOWNLOAD: "false",
    };
    const code = process.env.BENCH_FINDER ? 0 : await script("search/quality.ts", [], environment);
    if (process.env.BENCH_MANUALS)
      await script("search/manuals.ts", [], { ...environment, DATA_DIR: join(folder, "manuals") });
    return (await script("search/finder.ts", [], environment)) || code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
