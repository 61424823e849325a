import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs `npm run seed` against an installation.
 * @throws an error with `stderr` when it fails
 */
export const seed = (url: string) => run(process.execPath, ["scripts/seed.mjs", url]);
