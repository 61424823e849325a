// npm run dev: starts Next.js's development server, which serves the API with route handlers.
import { watch } from "node:fs";
import { watchBrowserScripts } from "./browser-scripts.mjs";
import { prepare } from "./prepare.mjs";
import { run } from "./run.mjs";

await prepare();
await watchBrowserScripts();
const { PORT = "3000", HOST = "0.0.0.0" } = process.env;

// Next.js reloads pages and components. These folders contain modules with state, which are loaded once per process
// (decision 78), so changes to them restart the server.
const LOADED_ONCE = ["app/api/v1", "db", "inngest", "lib"];
let restart = new AbortController();
for (const folder of LOADED_ONCE)
  watch(folder, { recursive: true }, (_, file) => {
    if (file?.endsWith(".ts") && !file.endsWith(".test.ts")) restart.abort();
  });
let code = 0;
do {
  restart = new AbortController();
  code = await run("next", ["dev", "--port", PORT, "--hostname", HOST], { signal: restart.signal });
} while (restart.signal.aborted);
process.exit(code);
