import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockDataFolder, RESTORE_MARKER } from "@/db/embedded/lock";
import { type BackupContents, readArchive, syncFolder } from "./archive";
import { Refusal } from "./backup";

const NEW = "restore-";
const OLD = "before-restore-";
const RESTORED = ["database", "files", "auth-secret"];

/**
 * Restores an archive into an unused data directory. With `force`, existing contents are moved aside within it.
 * Nothing is moved before the archive has been unpacked and verified; a directory with an interrupted restore can't
 * be opened until a restore completes.
 * @returns the restored contents, and the location of the previous ones
 * @throws Refusal, BadArchive, DataFolderInUse
 */
export async function restore(
  file: string,
  dataDir: string,
  { force }: { force: boolean },
): Promise<{ contents: BackupContents; aside?: string }> {
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  lockDataFolder(dataDir, { toRestore: true });
  const names = await readdir(dataDir);
  for (const name of names.filter((name) => name.startsWith(NEW)))
    await rm(join(dataDir, name), { recursive: true });
  const others = names.filter((name) => name !== "lock" && !name.startsWith(NEW));
  if (others.length > 0 && !force)
    throw new Refusal(
      `The data folder ${dataDir} is not empty. With --force what is in it is moved aside: npm run restore ${file} -- --force`,
    );

  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const fresh = join(dataDir, NEW + stamp);
  try {
    const contents = await readArchive(file, fresh);
    const aside = await putInPlace(dataDir, fresh, join(dataDir, OLD + stamp));
    return { contents, aside };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function putInPlace(dataDir: string, fresh: string, aside: string): Promise<string | undefined> {
  const present = RESTORED.filter((name) => existsSync(join(dataDir, name)));
  await writeFile(join(dataDir, RESTORE_MARKER), "", { flush: true });
  await syncFolder(dataDir);
  if (present.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of present) await rename(join(dataDir, name), join(aside, name));
  for (const name of RESTORED)
    if (existsSync(join(fresh, name))) await rename(join(fresh, name), join(dataDir, name));
  await syncFolder(dataDir);
  await rm(join(dataDir, RESTORE_MARKER));
  return present.length > 0 ? aside : undefined;
}
