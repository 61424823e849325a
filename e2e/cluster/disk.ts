import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of so many bytes, in memory, that can be filled; undefined where none may be mounted. */
export function smallDisk(bytes: number) {
  const folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "parley", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => {
      const file = openSync(filler, "a");
      for (const size of [65_536, 512]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch {
          // Full, but for less than this.
        }
      }
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
    remove: () => {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
