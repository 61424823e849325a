// node scripts/image-files.mjs <folder>: copies the built product into a new folder, from which it runs without the
// rest of the project (Dockerfile).
import {
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import nft from "next/dist/compiled/@vercel/nft/index.js";
import { NOT_BUNDLED } from "./build.mjs";
import { FILES_OF_SERVER } from "./opened-by-path.mjs";

const IMPORTED = NOT_BUNDLED.map((name) => relative(".", fileURLToPath(import.meta.resolve(name))));
const BUILT = [
  "build/**/*",
  "public/**/*",
  ".next/{*.json,BUILD_ID}",
  // Symbolic links through which bundles import packages.
  ".next/node_modules/{*,@*/*}",
  ".next/{server,static}/**/*",
  "package.json",
  "LICENSE",
  "NOTICE",
];
// License files, copied from all packages except those that the lockfile marks as development dependencies.
const LICENSES = "{LICEN[CS]E,COPYING,NOTICE}*";
// Traced files that the running product never reads: parts of Next that only `next dev` and `next build` load,
// snapshots that migrations are generated from, and files that the image replaces.
const UNUSED = [
  /\.nft\.json$/,
  /^\.next\/server\/.*\.map$/,
  /\.d\.[cm]?ts$/,
  /^node_modules\/(@next\/swc-|typescript\/|webpack\/|@playwright\/|playwright|@types\/)/,
  /^node_modules\/next\/dist\/compiled\/next-server\/.*\.dev\.js$/,
  /^node_modules\/next\/dist\/compiled\/(webpack|babel|babel-packages|@mswjs|@next\/font|terser|next-devtools)\//,
  /^node_modules\/next\/dist\/server\/capsize-font-metrics\.json$/,
  /^node_modules\/next\/dist\/(pages|lib\/upgrade)\//,
  /^(db\/migrations\/meta\/.*_snapshot\.json|next\.config\.|tsconfig|test\/)/,
  /^(?!node_modules\/).*\.tsx?$/,
  // The image has a native ffmpeg.
  /^node_modules\/@ffmpeg\//,
  /^node_modules\/(react|react-dom)\/.*\.development\.js$/,
];

/** Returns the paths of all files that the built product reads, relative to the project directory. */
export async function listImageFiles() {
  const opened = FILES_OF_SERVER.flatMap((pattern) => globSync(pattern));
  const programs = opened.filter((path) => /^(db|lib)\b.*\.mjs$/.test(path));
  const options = { base: ".", mixedModules: true, ignore: isUnused, analysis: false };
  const { fileList } = await nft.nodeFileTrace([...IMPORTED, ...programs], options);
  const all = new Set([
    ...fileList,
    ...opened,
    ...globSync([".next/next-server.js.nft.json", ".next/server/**/*.nft.json"]).flatMap(listTraced),
    ...BUILT.flatMap((pattern) => globSync(pattern)),
    ...listLicenses(),
  ]);
  return [...all]
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !isUnused(path))
    .filter((path) => existsSync(path) && !lstatSync(path).isDirectory())
    .sort();
}

const isUnused = (path) => UNUSED.some((pattern) => pattern.test(path));

function listTraced(file) {
  const { files } = JSON.parse(readFileSync(file, "utf8"));
  return files.map((path) => relative(".", resolve(dirname(file), path)));
}

function listLicenses() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const folders = Object.keys(packages).filter((path) => path && !packages[path].dev);
  return folders.flatMap((folder) => globSync(`${folder}/${LICENSES}`));
}

/** @param {string} folder that does not exist yet */
export async function copyImageFiles(folder) {
  for (const path of await listImageFiles()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), to);
    else copyFileSync(path, to);
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder || existsSync(folder)) {
    console.error("Usage: node scripts/image-files.mjs <folder that does not exist yet>");
    process.exit(1);
  }
  await copyImageFiles(folder);
}
