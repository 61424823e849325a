// npm start: installs dependencies and builds if either is missing or outdated, then becomes the server.
import { ensureBuilt } from "./build.mjs";
import { COMPILE_CACHE_ENV, FLAGS } from "./flags.mjs";
import { prepare } from "./prepare.mjs";

await prepare();
await ensureBuilt();

const SERVER = "build/server.mjs";
process.env.NODE_ENV = "production";
if (process.execve && process.platform !== "win32") {
  // Replaces the process image, which frees the memory used by the build.
  process.execve(process.execPath, [process.execPath, ...FLAGS, SERVER], {
    ...COMPILE_CACHE_ENV,
    ...process.env,
  });
} else {
  await import(`../${SERVER}`);
}
