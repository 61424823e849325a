// npm run dev: starts Next.js's development server, which serves the API with route handlers.
import { watchBrowserScripts } from "./browser-scripts.mjs";
import { prepare } from "./prepare.mjs";
import { run } from "./run.mjs";

await prepare();
await watchBrowserScripts();
const { PORT = "3000", HOST = "0.0.0.0" } = process.env;
process.exit(await run("next", ["dev", "--port", PORT, "--hostname", HOST]));
