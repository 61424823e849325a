// node scripts/prune.mjs: deletes files of packages in node_modules for other platforms and browsers.
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const NATIVE_RUNTIME = `${process.platform}/${process.arch}/`;
const WEB_RUNTIME = /^ort(\.node\.min\.m?js|-wasm-simd-threaded\.(mjs|wasm))$/;

// Predicates for unused files by folder. Paths are relative to the folder, with slashes.
const IS_UNUSED = {
  "onnxruntime-node/bin/napi-v6": (path) => !path.startsWith(NATIVE_RUNTIME),
  "onnxruntime-web/dist": (path) => !WEB_RUNTIME.test(path),
  // Only the smaller models are used (`lib/files/extraction/child/ocr-engine.mjs`).
  "@tesseract.js-data": (path) => /^[^/]+\/4\.0\.0\//.test(path),
  "tesseract.js-core": (path) => path.endsWith(".wasm.js"),
};

/** Deletes about 500 MB of unused files. Idempotent. */
export function pruneDependencies() {
  for (const [folder, isUnused] of Object.entries(IS_UNUSED)) {
    const root = join("node_modules", folder);
    for (const path of filesIn(root)) if (isUnused(path)) rmSync(join(root, path));
  }
}

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
