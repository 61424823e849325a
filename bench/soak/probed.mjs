import { json } from "../http.mjs";
import { freePort, startProduct } from "../rig.mjs";

/** Starts the product with the probe; `probe` requests `/now`, `/collected`, `/rows?sql=`. */
export async function startProbed(options) {
  const port = await freePort();
  const product = await startProduct({
    ...options,
    nodeArgs: ["--expose-gc", "--import", new URL("probe.mjs", import.meta.url).href],
    settings: { BENCH_PROBE_PORT: String(port) },
  });
  return Object.assign(product, { probe: (path) => json(`http://127.0.0.1:${port}${path}`) });
}
