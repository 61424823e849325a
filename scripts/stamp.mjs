import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Does `work` unless it was completed for these contents before, and gives it
 * their hash. The stamp is gone while the work runs, so work that was
 * interrupted is done again.
 */
export async function onceFor(contents, stamp, work) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0]);
  for (const content of contents) hash.update(content).update("\0");
  const wanted = hash.digest("hex");
  if (read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  await work(wanted);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
