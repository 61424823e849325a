import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Owner = { pid: number; started: string };

/** In a data folder while a restore moves things to their places: one that died there left it half done. */
export const RESTORING = "restoring";

/** Another live process owns the data folder, or nobody may. */
export class DataFolderInUse extends Error {}

/** When a process started, in clock ticks since boot; tells a reused process id from the old owner. */
function startOf(pid: number): string {
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
  return started === "" || startOf(pid) === started;
}

/**
 * Makes this process the owner of the data folder, until it exits. A lock that
 * a killed process left behind is taken over.
 * @throws DataFolderInUse when its owner is alive, or a restore did not end there and this is none.
 */
export function lockDataFolder(dataDir: string, { toRestore = false } = {}): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!toRestore && existsSync(join(dataDir, RESTORING)))
    throw new DataFolderInUse(
      `A restore into ${dataDir} did not end. Do it again: npm run restore <file> -- --force`,
    );
  const file = join(dataDir, "lock");
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Owner);
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = ownerIn(file);
    if (owner && isAlive(owner)) {
      throw new DataFolderInUse(
        `The data folder ${dataDir} is in use by process ${owner.pid}. Stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(file, { force: true });
  }
  process.once("exit", () => {
    if (ownerIn(file)?.pid === process.pid) rmSync(file, { force: true });
  });
}

function ownerIn(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}
