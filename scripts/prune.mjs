// npm run postinstall: deletes files in node_modules that nothing reads: those for other platforms and browsers, other
// builds of the same code, source maps and manuals. Licenses stay.
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const NATIVE_RUNTIME = `${process.platform}/${process.arch}/`;
const WEB_RUNTIME = /^ort(\.node\.min\.m?js|-wasm-simd-threaded\.(mjs|wasm))$/;
// Scripts of pdfjs-dist that are kept. `build/pdf.mjs` is its main file, which import checks resolve.
const PDF_SCRIPTS = /^(legacy\/build\/pdf(\.worker)?(\.min)?|build\/pdf)\.mjs$/;

// Predicates for unused files by folder. Paths are relative to the folder, with slashes.
const IS_UNUSED = {
  "@ai-sdk": (path) => /^[^/]+\/(docs|src)\//.test(path),
  "@e965/xlsx/dist": (path) => path !== "cpexcel.js",
  "@ffmpeg/core/dist/esm": () => true,
  "@opentelemetry": (path) => /^[^/]+\/build\/esnext\//.test(path),
  // Only the smaller models are used (`lib/files/extraction/child/ocr-engine.mjs`).
  "@tesseract.js-data": (path) => /^[^/]+\/4\.0\.0\//.test(path),
  "axe-core/locales": () => true,
  // Builds for other module systems, and extensions that are not used.
  "docx/dist": (path) => !/^index\.(mjs|d\.ts)$/.test(path),
  // The API of drizzle-kit, which is used only as a command.
  "drizzle-kit": (path) => /^api\.m?js$/.test(path),
  "highlight.js": (path) => /^(scss|styles)\//.test(path),
  "libheif-js": (path) => /^libheif(-wasm)?\//.test(path) && path !== "libheif-wasm/libheif-bundle.js",
  // Icons are imported one by one.
  "lucide-react": (path) => /^(dynamic|dist\/cjs\/|dist\/lucide-react\.\w+\.d\.ts$)/.test(path),
  // Builds with experimental React features, which are off, and the manual of Next.js.
  "next/dist/compiled": (path) => /-experimental(\/|\.runtime\.)/.test(path),
  "next/dist/docs": () => true,
  mammoth: (path) => /^(mammoth\.browser\.|test\/)/.test(path),
  "onnxruntime-node/bin/napi-v6": (path) => !path.startsWith(NATIVE_RUNTIME),
  "onnxruntime-web/dist": (path) => !WEB_RUNTIME.test(path),
  "onnxruntime-web/lib": () => true,
  "openai/src": () => true,
  "openapi-typescript/node_modules/@redocly/config/lib-esm": () => true,
  "pdfjs-dist": (path) =>
    /^(build|image_decoders|legacy|web)\//.test(path) && !PDF_SCRIPTS.test(path) && !path.endsWith(".d.mts"),
  "tesseract.js-core": (path) => path.endsWith(".wasm.js"),
  underscore: (path) => path.startsWith("amd/"),
  // Messages of the compiler in other languages.
  "typescript/lib": (path) => /^[a-z]{2}(-[a-z]{2})?\//.test(path),
  "vega/build": (path) => /^vega(-core)?(\.min)?\.js$/.test(path),
  "vega-lite/src": () => true,
  "zlibjs/bin": (path) => path !== "node-zlib.js",
  "zod/src": () => true,
};
const MAPS_AND_MANUALS = /(\.(c|m)?(js|ts|css)\.map|\/(README|CHANGELOG|CHANGES|HISTORY)\.(md|markdown))$/i;

/** Deletes unused files, about 800 MB. Idempotent. */
export function pruneDependencies() {
  for (const [folder, isUnused] of Object.entries(IS_UNUSED))
    deleteFiles(join("node_modules", folder), isUnused);
  deleteFiles("node_modules", (path) => MAPS_AND_MANUALS.test(path));
}

function deleteFiles(root, isUnused, prefix = "") {
  const folder = join(root, prefix);
  if (!existsSync(folder)) return;
  let hasFiles = false;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) deleteFiles(root, isUnused, `${path}/`);
    else if (entry.isFile() && isUnused(path)) rmSync(join(root, path));
    else hasFiles = true;
  }
  if (!hasFiles && readdirSync(folder).length === 0) rmdirSync(folder);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) pruneDependencies();
