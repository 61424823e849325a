import fs from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "@/lib/platform/config";

// Directories for tools that need real files, such as Git. Their contents can be recreated.
const root = () => join(/* turbopackIgnore: true */ config().DATA_DIR, "work");

export const workFolders = {
  fs,
  path: (name: string) => join(/* turbopackIgnore: true */ root(), name),
  list: (): Promise<string[]> => readdir(root()).catch(() => []),
  remove: (name: string) =>
    rm(join(/* turbopackIgnore: true */ root(), name), { recursive: true, force: true }),
};
