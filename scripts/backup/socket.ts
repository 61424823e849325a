import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { copyEmbedded } from "@/db/embedded/socket";
import { log } from "@/lib/platform/log";
import { suspendDeletions } from "@/lib/platform/storage/service";
import { getSocketAddress, type Lent } from "./address";

const MAX_SOCKET_PATH_BYTES = 100;
const COPY = "backup-";

/** Opens the socket and deletes copies left by an earlier process. Returns a function that closes it. */
export async function openBackupSocket(dataDir: string): Promise<() => void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(COPY)) await rm(join(dataDir, name), { recursive: true, force: true });
  const address = getSocketAddress(dataDir);
  if (Buffer.byteLength(address) > MAX_SOCKET_PATH_BYTES) {
    log.warn({ address }, "the path of the data folder is too long for backups while this runs");
    return () => {};
  }
  const guests = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    const isFirst = guests.size === 0;
    guests.add(socket);
    socket.once("close", () => guests.delete(socket));
    if (isFirst) void lend(socket, join(dataDir, COPY + randomUUID()));
    else tell(socket, { error: "Another backup is being made." });
  });
  if (process.platform !== "win32") await rm(address, { force: true });
  try {
    server.listen(address);
    await once(server, "listening");
    if (process.platform !== "win32") chmodSync(address, 0o600);
  } catch (error) {
    log.warn({ err: error }, "backups cannot be made while this runs");
  }
  server.unref();
  return () => {
    server.close();
    for (const guest of guests) guest.destroy();
  };
}

async function lend(socket: Socket, folder: string): Promise<void> {
  const isGone = once(socket.resume(), "close");
  // Suspends deletions before the database is copied, so that the client finds every file that the copy refers to.
  const release = suspendDeletions();
  try {
    await copyEmbedded(join(folder, "database"));
    socket.write(`${JSON.stringify({ folder } satisfies Lent)}\n`);
    await isGone;
  } catch (error) {
    log.error({ err: error }, "the database could not be copied");
    tell(socket, { error: (error as Error).message });
  } finally {
    release();
    await rm(folder, { recursive: true, force: true });
  }
}

const tell = (socket: Socket, answer: Lent) => void socket.end(`${JSON.stringify(answer)}\n`);
