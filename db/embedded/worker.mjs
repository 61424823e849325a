// The embedded PostgreSQL (PGlite) in a thread of its own. It gets PostgreSQL
// protocol messages and answers each with the bytes that the server would send.
//
// A thread, and one with a 32 MB stack: a deep recursion inside SQL overflows
// the default stack, is swallowed without an error, and the next one never
// returns. Here it becomes an ordinary error, and a query that hangs all the
// same can be ended from outside (socket.ts) without harm to the process.
import { constants, cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { vector } from "@electric-sql/pglite-pgvector";

const database = await PGlite.create(workerData.directory, {
  extensions: { vector, pg_trgm, unaccent },
  // The default, 128 MB, is touched as a whole at start; the system's cache holds the files anyway.
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"],
});
// Planning costs more than running here, and every statement is prepared: plan each once.
await database.exec("set plan_cache_mode = force_generic_plan");
let queue = Promise.resolve();

parentPort.on("message", (message) => {
  queue = queue.then(async () => {
    if (message === "close") {
      await database.close();
      parentPort.postMessage("closed");
    } else if (message.copyTo) {
      copyTo(message.copyTo);
    } else {
      const answer = await answerTo(message);
      parentPort.postMessage(answer, [answer.buffer]);
    }
  });
});

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
  parentPort.postMessage("copying");
  let fault = null;
  try {
    cpSync(workerData.directory, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    fault = error.message;
  }
  parentPort.postMessage({ copied: fault });
}

parentPort.postMessage("ready");
