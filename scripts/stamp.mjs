import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Runs `work` with a hash of the contents and Node's major version, unless the file `stamp` contains the same hash.
 * The stamp is removed while `work` runs, so interrupted work is repeated.
 */
export async function runOnceFor(contents, stamp, work) {
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
