// npm run backup [file], npm run restore <file>. Never rebuilds, because a process may be running from the build.
import { existsSync } from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { prepare } from "./prepare.mjs";

const BUILT = "build/backup.mjs";
await prepare();
if (!existsSync(BUILT)) await ensureBuilt();
await import(`../${BUILT}`);
