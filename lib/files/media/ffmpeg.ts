import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { MediaError, NO_FFMPEG } from "./errors";

/**
 * The ffmpeg in use. `native` is installed on the system. `builtin` is the optional WebAssembly package, which is
 * slower but runs everywhere.
 */
export type Engine = { kind: "native"; path: string } | { kind: "builtin"; core: string };

const BUILTIN = "builtin";
const CORE = "node_modules/@ffmpeg/core/dist/umd";
const NEEDED = ["libmp3lame", "mjpeg", "rawvideo", "pcm_s16le"];
const run = promisify(execFile);

async function unfit(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ["-nostdin", "-v", "error", "-encoders"], { timeout: 10_000 });
    const missing = NEEDED.filter((name) => !stdout.includes(` ${name} `));
    return missing.length > 0 ? `it has no encoder ${missing.join(", ")}` : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function find(setting: string | undefined, root: string): Promise<Engine> {
  if (setting !== BUILTIN) {
    const path = setting ?? "ffmpeg";
    const reason = await unfit(path);
    if (!reason) return { kind: "native", path };
    if (setting) log.warn({ path, reason }, "the ffmpeg of FFMPEG_PATH cannot be used");
  }
  const core = join(/* turbopackIgnore: true */ root, CORE);
  if (existsSync(join(core, "ffmpeg-core.wasm"))) return { kind: "builtin", core };
  throw new MediaError(NO_FFMPEG);
}

const getEngines = createOnce(() => new Map<string, Promise<Engine>>());

/**
 * Returns ffmpeg from FFMPEG_PATH, else from PATH, else the WebAssembly build. Caches a success, but searches again
 * after a failure, since ffmpeg may be installed later.
 * @throws MediaError when there is none
 */
export function getEngine(setting = config().FFMPEG_PATH, root = config().root): Promise<Engine> {
  const key = setting ?? "";
  const known = getEngines().get(key);
  if (known) return known;
  const finding = find(setting, root);
  getEngines().set(key, finding);
  finding.catch(() => getEngines().delete(key));
  return finding;
}
