// Builds scripts outside the workspace's pages: the public chat, its launcher, diagrams in preview frames, and
// pdf.js.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const BROWSER_SCRIPT_OUTPUTS = [
  "public/public-chat",
  "public/embed.js",
  "public/diagrams",
  "public/pdf",
];

const options = {
  bundle: true,
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
  target: ["es2022", "safari16"],
  alias: { "@": "." },
  logLevel: "warning",
};

const CATALOGUE = "lib/platform/words";

// Texts of the launcher by language, embedded because it loads nothing else.
const launcherWords = () =>
  Object.fromEntries(
    readdirSync(CATALOGUE)
      .filter((file) => file.endsWith(".json"))
      .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(`${CATALOGUE}/${file}`, "utf8")).embed])
      .filter(([, texts]) => texts)
      .map(([language, texts]) => [language, withoutNotes(texts)]),
  );
const withoutNotes = (texts) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith("@")));

/**
 * The page of a public chat. Dynamic imports become separate files.
 * @type {import("esbuild").BuildOptions}
 */
export const visitorPage = {
  ...options,
  entryPoints: {
    page: "components/public-chat/page/page.ts",
    // Workers are separate files. The workspace also uses the highlight worker.
    "highlight-worker": "components/markdown/highlight-worker.ts",
    "proof-worker": "components/public-chat/page/proof-worker.ts",
  },
  outdir: BROWSER_SCRIPT_OUTPUTS[0],
  format: "esm",
  splitting: true,
  chunkNames: "[name]-[hash]",
};

const builds = [
  visitorPage,
  {
    ...options,
    entryPoints: ["components/public-chat/widget/embed.ts"],
    outfile: BROWSER_SCRIPT_OUTPUTS[1],
    format: "iife",
    define: { WORDS: JSON.stringify(launcherWords()) },
  },
];

const DIAGRAMS = {
  // Included verbatim, because in a bundle the script would not find its own global variable.
  mermaid: () => readFileSync(fileURLToPath(import.meta.resolve("@mermaid-js/tiny")), "utf8"),
  "vega-lite": () => "",
  react: () => "",
};

// Imported lazily: `npm start` loads this file before dependencies are installed.
const esbuild = () => import("esbuild");

const clear = () => {
  for (const path of BROWSER_SCRIPT_OUTPUTS) rmSync(path, { recursive: true, force: true });
};

export async function buildBrowserScripts() {
  const { build } = await esbuild();
  clear();
  copyPdfJs();
  await Promise.all([...builds.map((each) => build(each)), buildDiagrams()]);
}

async function buildDiagrams() {
  const { build } = await esbuild();
  const names = {};
  mkdirSync(BROWSER_SCRIPT_OUTPUTS[2], { recursive: true });
  for (const [kind, library] of Object.entries(DIAGRAMS)) {
    const entryPoints = [`components/markdown/diagrams/${kind}.ts`];
    const { outputFiles } = await build({ ...options, entryPoints, format: "iife", write: false });
    const script = asElement(library() + outputFiles[0].text);
    names[kind] = `${kind}-${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
    writeFileSync(`${BROWSER_SCRIPT_OUTPUTS[2]}/${names[kind]}`, script);
  }
  writeFileSync(`${BROWSER_SCRIPT_OUTPUTS[2]}/names.json`, JSON.stringify(names));
}

// Copies pdf.js's own build for `components/documents/viewer/pdf/load.ts`; its worker and fonts go into a directory per
// version. Only decoders without WebAssembly are copied, because our content security policy forbids it.
function copyPdfJs() {
  const path = fileURLToPath(import.meta.resolve("pdfjs-dist/package.json"));
  const { version } = JSON.parse(readFileSync(path, "utf8"));
  const folder = join(BROWSER_SCRIPT_OUTPUTS[3], version);
  const copy = (from, to) => cpSync(join(dirname(path), from), to, { recursive: true });
  copy("legacy/build/pdf.min.mjs", join(BROWSER_SCRIPT_OUTPUTS[3], "pdf.js"));
  copy("legacy/build/pdf.worker.min.mjs", join(folder, "worker.js"));
  copy("cmaps", join(folder, "cmaps"));
  copy("standard_fonts", join(folder, "fonts"));
  for (const name of readdirSync(join(dirname(path), "wasm")).filter((name) =>
    /_nowasm_|^LICENSE/.test(name),
  ))
    copy(join("wasm", name), join(folder, "decoders", name));
}

// Escapes a script for embedding in HTML, where it must not end the element or begin a comment.
const asElement = (script) => script.replace(/<(?=!--|\/script)/gi, "\\x3c");

export async function watchBrowserScripts() {
  const { context } = await esbuild();
  clear();
  for (const each of builds) {
    const watched = await context(each);
    await watched.rebuild();
    await watched.watch();
  }
  await buildDiagrams();
  copyPdfJs();
}
