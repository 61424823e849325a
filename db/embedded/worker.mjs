// Runs the embedded PostgreSQL (PGlite) in its own thread. It receives PostgreSQL protocol messages and returns the
// server's responses.
//
// The thread has a 32 MB stack: deep recursion in SQL overflows the default stack without an error, and the next query
// never returns. With the larger stack, deep recursion raises an ordinary error, and watchdog.ts can terminate a query
// that still hangs without ending the process.
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
// Shared with the watchdog: the number of the current message or 0, and whether it may take long.
const inWork = new Int32Array(workerData.inWork);
let messages = 0;
const QUERY = "Q".charCodeAt(0);
const LONG_STATEMENT_MARKER = Buffer.from(workerData.long);
const startParams = [
  ...PGlite.defaultStartParams,
  // PostgreSQL touches all shared buffers at startup, so the default would occupy 128 MB, although the system's page
  // cache already holds the files.
  ...["-c", "shared_buffers=32MB"],
  // `analyze` samples 300 rows of each changed table per unit of this target while everything else waits, and
  // WebAssembly memory is never returned. For vectors, 7,500 rows take 12 MB and 0.4 s; the default of 30,000 rows
  // takes 48 MB and 2 s.
  ...["-c", "default_statistics_target=25"],
  ...["-c", `max_files_per_process=${openFiles()}`],
];

if (!existsSync(directory) || readdirSync(directory).length === 0) await create();
const database = await PGlite.create(directory, {
  extensions: { vector, pg_trgm, unaccent },
  startParams,
});
// Planning is more expensive than running here, and every statement is prepared, so each is planned once.
await database.exec("set plan_cache_mode = force_generic_plan");
let queue = Promise.resolve();

parentPort.on("message", (message) => {
  queue = queue.then(async () => {
    // Not monitored by the watchdog, because a copy takes as long as the disk needs.
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

// Creates the database in a temporary directory and renames it when it is complete. If the process dies, the next
// one removes the temporary directory instead of finding an apparently damaged database.
async function create() {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await PGlite.create(unfinished, { startParams })).close();
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
  sync(dirname(directory));
}

// Limits PostgreSQL to a quarter of the process's file descriptors. In WebAssembly, PostgreSQL can't query the limit
// and misinterprets the error when no descriptors are left.
function openFiles() {
  process.report.excludeNetwork = true;
  const most = Number(process.report.getReport().userLimits?.open_files.hard);
  return Number.isNaN(most) ? 1000 : Math.min(Math.max(Math.floor(most / 4), 64), 1000);
}

// Makes the rename durable. Not every system can sync a directory.
function sync(folder) {
  try {
    const handle = openSync(folder);
    fsyncSync(handle);
    closeSync(handle);
  } catch {}
}

// Simple queries have a type byte and a four-byte length before the text.
function mayTakeLong(message) {
  return message[0] === QUERY && LONG_STATEMENT_MARKER.every((byte, at) => message[at + 5] === byte);
}

const isStartup = (message) => message[0] === 0;

// Streams raw output, because PGlite 0.5's `execProtocolRaw` also parses the messages and retains them.
async function answerTo(message) {
  // The result is a view of a buffer that PGlite reuses, so it is copied.
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

// Nothing is written between two messages, so the copy equals the files after a crash at this moment, from which
// PostgreSQL can recover.
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
