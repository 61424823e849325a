import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { openEmbedded } from "@/db/embedded/socket";
import { watch } from "@/db/embedded/watchdog";
import { executeLong } from "@/db/long";
import { sweepAll } from "@/inngest/functions/sweep";
import { sweepFiles } from "@/lib/chat/files/service";
import { codeOf } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import { type KillPoint, watchStores } from "./kill-points";
import { watchTurns } from "./processor-time";
import { startServer } from "./server";

/** What `child.ts` runs: the API in a process of its own, which does to itself what it is told. */
export type Orders = {
  /** Sets the limits of the watchdog, in ms. */
  limit: { query?: number; work?: number };
  /** Does nothing for so many ms while a query is under way; tells what became of the query. */
  freeze: number;
  /** A query that takes so many seconds; tells what became of it. */
  hang: number;
  /** A statement that may take long; tells what became of it. */
  long: string;
  /** Gives the rows of a statement. */
  query: string;
  /** Ends the thread of the database. */
  lose: true;
  /** How many threads of the database there have been. */
  threads: true;
  /** Begins to watch how long the main thread works without a pause, and how much memory the process takes. */
  watch: true;
  /** Begins to note the moments at which it stores something; ends the process at the one that is named. */
  killAt: KillPoint | undefined;
  /** The moments since `killAt`. */
  killPoints: true;
  /** Does at once what is done every few minutes and every hour. */
  sweep: true;
  /** The longest turn since it was last asked, in ms of processor time, and the growth of resident memory since the watch began, in MB. */
  observe: true;
};

const stores = watchStores();
const opened = () => single<{ socket?: ReturnType<typeof openEmbedded> }>("embedded", () => ({}));
const seen = new Set<unknown>();
const noteThread = async () => seen.add(await opened().socket?.catch(() => undefined));
const fate = (query: PromiseLike<unknown>) => Promise.resolve(query).then(() => "answered", codeOf);
const turn = () => new Promise((resolve) => setImmediate(resolve));

const turns = watchTurns();
let memory: { timer: NodeJS.Timeout; before: number; most: number };
const residentMb = () => process.memoryUsage.rss() / 1024 ** 2;

const deeds: { [Name in keyof Orders]: (given: Orders[Name]) => Promise<unknown> } = {
  limit: async (given) => void Object.assign(watch().longest, given),
  freeze: async (ms) => {
    const asked = fate(db().execute(sql`select 1`));
    // In the first it is built, in the second it is sent.
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
