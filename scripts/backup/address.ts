import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Returns the address at which a running process lends a copy of its embedded database: a Unix socket in the data
 * directory that only its owner may open, or a named pipe on Windows. The client receives the copy's directory as a
 * line of JSON. While the connection is open, the copy persists and no stored file is deleted.
 */
export const getSocketAddress = (dataDir: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\parley-${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`
    : join(dataDir, "control");

export type Lent = { folder: string } | { error: string };
