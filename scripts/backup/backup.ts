import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DataFolderInUse, lockDataFolder } from "@/db/embedded/lock";
import { getSocketAddress, type Lent } from "./address";
import { type ArchiveEntry, type BackupContents, writeArchive } from "./archive";

export class Refusal extends Error {}

/**
 * Writes a consistent snapshot of a data directory's database, files and secret into one archive. A process that uses
 * the directory keeps running.
 * @throws Refusal
 */
export async function backUp(dataDir: string, file: string): Promise<BackupContents> {
  if (!existsSync(join(dataDir, "database"))) throw new Refusal(`There is no database in ${dataDir}.`);
  const lent = await borrow(dataDir);
  try {
    return await writeArchive(file, [
      { from: join(lent.folder, "database"), as: "database" },
      ...["files", "auth-secret"].map((name): ArchiveEntry => ({ from: join(dataDir, name), as: name })),
    ]);
  } catch (error) {
    if (lent.isGone()) throw new Refusal("The process that uses the data folder ended meanwhile. Try again.");
    throw error;
  } finally {
    lent.giveBack();
  }
}

type Borrowed = { folder: string; isGone: () => boolean; giveBack: () => void };

// Returns a database without writers: the directory's own when no process uses it, else a copy.
async function borrow(dataDir: string): Promise<Borrowed> {
  try {
    lockDataFolder(dataDir);
    return { folder: dataDir, isGone: () => false, giveBack: () => {} };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return borrowFromRunning(dataDir, error);
  }
}

async function borrowFromRunning(dataDir: string, inUse: DataFolderInUse): Promise<Borrowed> {
  const socket = connect(getSocketAddress(dataDir));
  try {
    await once(socket, "connect");
  } catch {
    throw new Refusal(inUse.message);
  }
  let isGone = false;
  socket.on("error", () => {});
  socket.once("close", () => {
    isGone = true;
  });
  for await (const line of createInterface(socket)) {
    const answer = JSON.parse(line) as Lent;
    if ("error" in answer) throw new Refusal(`The database could not be copied: ${answer.error}`);
    return { folder: answer.folder, isGone: () => isGone, giveBack: () => socket.destroy() };
  }
  throw new Refusal("The process that uses the data folder gave no answer.");
}
