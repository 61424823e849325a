import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Where a running process is asked for a copy of its embedded database: a
 * socket in the data folder that only its owner may open, on Windows a named
 * pipe. Whoever connects is told the folder of the copy, as a line of JSON. As
 * long as the connection lasts the copy stays and no file is removed.
 */
export const socketAddress = (dataDir: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\parley-${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`
    : join(dataDir, "control");

/** What comes through the door. */
export type Lent = { folder: string } | { error: string };
