import fs from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "@/lib/platform/config";

/** Folders of the data folder for programs that work on files of their own, such as Git. What is there can be made anew. */
const root = () => join(/* turbopackIgnore: true */ config().DATA_DIR, "work");

export const workFolders = {
  /** What reads and writes there. */
  fs,
  path: (name: string) => join(/* turbopackIgnore: true */ root(), name),
  list: (): Promise<string[]> => readdir(root()).catch(() => []),
  remove: (name: string) =>
    rm(join(/* turbopackIgnore: true */ root(), name), { recursive: true, force: true }),
};
