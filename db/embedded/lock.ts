import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Owner = { pid: number; started: string };

/** Marker file in the data directory during a restore; if it remains, the restore was interrupted. */
export const RESTORE_MARKER = "restoring";

export class DataFolderInUse extends Error {}

// Returns a process's start time in clock ticks since boot, which detects reused process IDs.
function getProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isAlive({ pid, started }: Owner): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return started === "" || getProcessStart(pid) === started;
}

/**
 * Locks the data directory for this process until it exits. Locks of dead processes are taken over.
 * @throws DataFolderInUse when the process that holds the lock is alive, or after an interrupted restore unless
 * `toRestore` is set
 */
export function lockDataFolder(dataDir: string, { toRestore = false } = {}): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!toRestore && existsSync(join(dataDir, RESTORE_MARKER)))
    throw new DataFolderInUse(
      `A restore into ${dataDir} did not end. Do it again: npm run restore <file> -- --force`,
    );
  const file = join(dataDir, "lock");
  const mine = JSON.stringify({ pid: process.pid, started: getProcessStart(process.pid) } satisfies Owner);
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = readOwner(file);
    if (owner && isAlive(owner)) {
      throw new DataFolderInUse(
        `The data folder ${dataDir} is in use by process ${owner.pid}. Stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(file, { force: true });
  }
  process.once("exit", () => {
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  });
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}
