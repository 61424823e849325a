// node scripts/prune.mjs: removes from node_modules what packages bring for other systems and for browsers.
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const NATIVE_RUNTIME = `${process.platform}/${process.arch}/`;
const WEB_RUNTIME = /^ort(\.node\.min\.m?js|-wasm-simd-threaded\.(mjs|wasm))$/;

/** By folder: whether a file in it is never opened. Paths are relative to the folder, with slashes. */
const IS_UNUSED = {
  "onnxruntime-node/bin/napi-v6": (path) => !path.startsWith(NATIVE_RUNTIME),
  "onnxruntime-web/dist": (path) => !WEB_RUNTIME.test(path),
  // Only the smaller models are read (`lib/ai/extraction/child/ocr-engine.mjs`).
  "@tesseract.js-data": (path) => /^[^/]+\/4\.0\.0\//.test(path),
  "tesseract.js-core": (path) => path.endsWith(".wasm.js"),
};

/** Deletes about 500 MB of unused files. Deleting them again does nothing. */
export function pruneDependencies() {
  for (const [folder, isUnused] of Object.entries(IS_UNUSED)) {
    const root = join("node_modules", folder);
    for (const path of filesIn(root)) if (isUnused(path)) rmSync(join(root, path));
  }
}

/** Of a package that isn't installed: none. */
function filesIn(folder) {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      );
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) pruneDependencies();
