// `npm run bench -- --only lists-at-scale [--quick]`: lists and reads in one group of 100,000 chats and 5,000,000
// messages, on a PostgreSQL server with pgvector. The database is created for the run and dropped afterwards.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { bundled, root } from "../rig.mjs";
import { fill, GROUP, HEAVY, LIGHT } from "./fill.mjs";

const NAME = `parley_scale_${process.pid}`;

export async function listsAtScale({ quick, say }) {
  const server = process.env.BENCH_DATABASE_URL || process.env.TEST_DATABASE_URL;
  if (!server) {
    console.error("lists-at-scale needs a PostgreSQL server with pgvector: name it in BENCH_DATABASE_URL.");
    return 1;
  }
  const [chats, messages, calls] = quick ? [10_000, 200_000, 50] : [100_000, 5_000_000, 200];
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${NAME}` }).href;
  await onServer(server, `create database ${NAME}`);
  try {
    const run = (file, ...words) => script(`scale/${file}`, words.map(String), { DATABASE_URL: databaseUrl });
    if ((await run("migrate.ts")) !== 0) return 1;
    await fill({ databaseUrl, chats, messages, say });
    say(`${chats} chats, ${messages} messages, load ${loadavg()[0].toFixed(1)}`);
    return await run("queries.ts", GROUP, HEAVY, LIGHT, chats, messages, calls);
  } finally {
    await onServer(server, `drop database if exists ${NAME} with (force)`);
  }
}

export async function onServer(url, statement) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

export async function script(file, words, env) {
  const outfile = await bundled(join("bench", file));
  const child = spawn(process.execPath, [outfile, ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const code = await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
  rmSync(outfile);
  return code;
}
