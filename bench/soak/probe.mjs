// Loaded into the product by a soak (`--expose-gc --import …`): serves process internals on a separate port. The
// embedded database has one connection, so its rows are counted through the product's.
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const MB = 1024 * 1024;
const NS_PER_MS = 1e6;

// Restricted to the main thread, because worker threads load modules of `--import` as well.
if (isMainThread && process.env.BENCH_PROBE_PORT) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();

  const own = () => {
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const lag = { p99: delay.percentile(99) / NS_PER_MS, max: delay.max / NS_PER_MS };
    delay.reset();
    return {
      heap: heapUsed / MB,
      external: (external + arrayBuffers) / MB,
      lag,
      handles: process.getActiveResourcesInfo().length,
    };
  };

  const asked = {
    "/now": () => own(),
    /** Collects garbage first, so that only reachable memory counts. */
    "/collected": () => {
      globalThis.gc?.();
      return own();
    },
    "/rows": (sql) => globalThis[Symbol.for("parley.database")]().driver.unsafe(sql),
  };

  createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://127.0.0.1");
    try {
      response.end(JSON.stringify(await asked[pathname](searchParams.get("sql"))));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  })
    .listen(Number(process.env.BENCH_PROBE_PORT), "127.0.0.1")
    .unref();
}
