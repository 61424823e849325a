// The embedded PostgreSQL (PGlite) in a thread of its own. It gets PostgreSQL
// protocol messages and answers each with the bytes that the server would send.
//
// A thread, and one with a 32 MB stack: a deep recursion inside SQL overflows
// the default stack, is swallowed without an error, and the next one never
// returns. Here it becomes an ordinary error, and a query that hangs all the
// same can be ended from outside (watchdog.ts) without harm to the process.
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { vector } from "@electric-sql/pglite-pgvector";

const { directory } = workerData;
/** The number of the message in work, 0 between two, and whether that may take long: what the watchdog reads. */
const inWork = new Int32Array(workerData.inWork);
let messages = 0;
const QUERY = "Q".charCodeAt(0);
const LONG = Buffer.from(workerData.long);
const startParams = [
  ...PGlite.defaultStartParams,
  // The default, 128 MB, is touched as a whole at start; the system's cache holds the files anyway.
  ...["-c", "shared_buffers=32MB"],
  // Of each table that has changed `analyze` reads 300 times as many rows, while everything else waits, and what it
  // takes of WebAssembly's memory is never given back: of vectors 7,500 are 12 MB and 0.4 s, the default's 30,000 48 MB and 2 s.
  ...["-c", "default_statistics_target=25"],
  ...["-c", `max_files_per_process=${openFiles()}`],
];

if (!existsSync(directory) || readdirSync(directory).length === 0) await create();
const database = await PGlite.create(directory, {
  extensions: { vector, pg_trgm, unaccent },
  startParams,
});
// Planning costs more than running here, and every statement is prepared: plan each once.
await database.exec("set plan_cache_mode = force_generic_plan");
let queue = Promise.resolve();

parentPort.on("message", (message) => {
  queue = queue.then(async () => {
    // A copy takes as long as the disk does.
    if (message.copyTo) return copyTo(message.copyTo);
    messages = (messages + 1) | 0 || 1;
    Atomics.store(inWork, 1, mayTakeLong(message) ? 1 : 0);
    Atomics.store(inWork, 0, messages);
    if (message === "close") {
      await database.close();
      parentPort.postMessage("closed");
    } else {
      const answer = await answerTo(message);
      parentPort.postMessage(answer, [answer.buffer]);
    }
    Atomics.store(inWork, 0, 0);
  });
});

/**
 * Makes the database beside its place, where it comes only when it is whole: a
 * process that dies meanwhile leaves what the next one removes, and never what
 * looks like a database that was damaged.
 */
async function create() {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await PGlite.create(unfinished, { startParams })).close();
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
  sync(dirname(directory));
}

/**
 * A quarter of what the process may have open, the rest is for connections and
 * files. PostgreSQL cannot ask: what it gets when there are no more is an error
 * that it takes for another.
 */
function openFiles() {
  process.report.excludeNetwork = true;
  const most = Number(process.report.getReport().userLimits?.open_files.hard);
  return Number.isNaN(most) ? 1000 : Math.min(Math.max(Math.floor(most / 4), 64), 1000);
}

/** A crash of the machine must not undo a name that was given. Not every system can sync a folder. */
function sync(folder) {
  try {
    const handle = openSync(folder);
    fsyncSync(handle);
    closeSync(handle);
  } catch {}
}

/** A query that begins with `LONG` (watchdog.ts), which stands behind the type and the length. */
function mayTakeLong(message) {
  return message[0] === QUERY && LONG.every((byte, at) => message[at + 5] === byte);
}

/** A startup message has no type, its first byte is 0. */
const isStartup = (message) => message[0] === 0;

/** What the server would send. PGlite 0.5's `execProtocolRaw` would also parse that and keep it for ever. */
async function answerTo(message) {
  // That one is a view of a buffer that PGlite uses again.
  if (isStartup(message)) return (await database.execProtocolRaw(message)).slice();
  const parts = [];
  await database.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) });
  const answer = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    answer.set(part, at);
    at += part.length;
  }
  return answer;
}

/** Between two messages nothing writes: what is copied is what a crash at this moment would leave, and opens as that does. */
function copyTo(folder) {
  let fault = null;
  try {
    cpSync(directory, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    fault = error.message;
  }
  parentPort.postMessage({ copied: fault });
}

parentPort.postMessage("ready");
