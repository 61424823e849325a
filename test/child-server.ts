import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { opened } from "@/db/embedded/socket";
import { watch } from "@/db/embedded/watchdog";
import { executeLong } from "@/db/long-statement";
import { sweepAll } from "@/inngest/functions/sweep";
import { sweepFiles } from "@/lib/chat/files/service";
import { getErrorCode } from "@/lib/platform/errors";
import { type KillPoint, watchStores } from "./kill-points";
import { watchTurns } from "./processor-time";
import { startServer } from "./server";

/** Commands for `child.ts`, which runs the API in a separate process. */
export type Orders = {
  /** Sets the watchdog's limits, in milliseconds. */
  limit: { query?: number; work?: number };
  /** Blocks the event loop for this many milliseconds during a query, and returns the query's outcome. */
  freeze: number;
  /** Runs a query of this many seconds, and returns its outcome. */
  hang: number;
  /** Runs a statement that may take long, and returns its outcome. */
  long: string;
  query: string;
  /** Terminates the database thread. */
  lose: true;
  /** Returns how many database threads have been started. */
  threads: true;
  /** Starts measuring event loop delays and memory. */
  watch: true;
  /** Starts recording kill points, and kills the process at the given one. */
  killAt: KillPoint | undefined;
  /** Returns the kill points since `killAt`. */
  killPoints: true;
  /** Runs all sweeps immediately. */
  sweep: true;
  /**
   * Returns the longest event loop turn since the last call, in milliseconds of processor time, and the growth of
   * resident memory since `watch`, in MB.
   */
  observe: true;
};

const stores = watchStores();
const seen = new Set<unknown>();
const noteThread = async () => seen.add(await opened().socket?.catch(() => undefined));
const fate = (query: PromiseLike<unknown>) => Promise.resolve(query).then(() => "answered", getErrorCode);
const turn = () => new Promise((resolve) => setImmediate(resolve));

const turns = watchTurns();
let memory: { timer: NodeJS.Timeout; before: number; most: number };
const residentMb = () => process.memoryUsage.rss() / 1024 ** 2;

const deeds: { [Name in keyof Orders]: (given: Orders[Name]) => Promise<unknown> } = {
  limit: async (given) => void Object.assign(watch().longest, given),
  freeze: async (ms) => {
    const asked = fate(db().execute(sql`select 1`));
    // Blocks the loop after two turns: the query is built in the first and sent in the second.
    await turn();
    await turn();
    const until = performance.now() + ms;
    while (performance.now() < until);
    return asked;
  },
  hang: (seconds) => fate(db().execute(sql`select pg_sleep(${seconds}::int)`)),
  long: (text) => fate(executeLong(text)),
  query: async (text) => [...(await db().execute(sql.raw(text)))],
  lose: async () => (await opened().socket)!.destroy(),
  threads: async () => {
    await noteThread();
    return seen.size;
  },
  watch: async () => {
    memory = {
      timer: setInterval(() => (memory.most = Math.max(memory.most, residentMb())), 20),
      before: residentMb(),
      most: 0,
    };
    turns.start();
  },
  killAt: async (point) => void stores.begin(point),
  killPoints: async () => stores.points(),
  sweep: async () => {
    await sweepAll();
    await sweepFiles();
  },
  observe: async () => {
    turns.stop();
    const observed = { longestMs: turns.longest(1), grownMb: memory.most - memory.before };
    memory.most = residentMb();
    turns.start();
    return observed;
  },
};

process.on("uncaughtException", (error) => process.send!({ uncaught: String(error.stack) }));
process.on("unhandledRejection", (error) =>
  process.send!({ uncaught: String((error as Error)?.stack ?? error) }),
);
process.on("disconnect", () => process.exit());
process.on("message", async ({ id, name, given }: { id: number; name: keyof Orders; given: never }) => {
  process.send!({ id, done: await deeds[name](given) });
  await noteThread();
});
const { url } = await startServer();
await noteThread();
process.send!({ url });
