// The scripts of public chats, which are no part of the workspace's pages: the chat's own and the launcher's.
import { rmSync } from "node:fs";

/** What is made, below the folder that the server gives out. */
export const MADE = ["public/public-chat", "public/embed.js"];

const options = {
  bundle: true,
  minify: true,
  target: ["es2022", "safari16"],
  alias: { "@": "." },
  logLevel: "warning",
};

const builds = [
  {
    ...options,
    entryPoints: {
      page: "components/public-chat/page.ts",
      // Of the workspace too: a worker is a file of its own.
      "highlight-worker": "components/markdown/highlight-worker.ts",
    },
    outdir: MADE[0],
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
  },
  { ...options, entryPoints: ["components/embed/embed.ts"], outfile: MADE[1], format: "iife" },
];

/** Loaded when it is wanted: `npm start` loads this file before it has installed anything. */
const esbuild = () => import("esbuild");

const clear = () => {
  for (const path of MADE) rmSync(path, { recursive: true, force: true });
};

export async function buildBrowserScripts() {
  const { build } = await esbuild();
  clear();
  await Promise.all(builds.map((each) => build(each)));
}

/** Builds them, and again whenever a source changes, as long as the process lives. */
export async function watchBrowserScripts() {
  const { context } = await esbuild();
  clear();
  for (const each of builds) {
    const watched = await context(each);
    await watched.rebuild();
    await watched.watch();
  }
}
