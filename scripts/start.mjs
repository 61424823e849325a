// npm start: installs and builds what is missing or stale, then becomes the server.
import { ensureBuilt } from "./build.mjs";
import { prepare } from "./prepare.mjs";

await prepare();
await ensureBuilt();

const SERVER = "build/server.mjs";
// A small young generation: 100 MB less at rest for a little more work under load (docs/performance.md).
const FLAGS = ["--max-semi-space-size=8", "--enable-source-maps", "--disable-warning=ExperimentalWarning"];
process.env.NODE_ENV = "production";
if (process.execve && process.platform !== "win32") {
  // The same process, without what building it has left in memory.
  process.execve(process.execPath, [process.execPath, ...FLAGS, SERVER], process.env);
} else {
  process.setSourceMapsEnabled(true);
  await import(`../${SERVER}`);
}
