// The scripts of public chats, which are no part of the workspace's pages: the chat's own and the launcher's.
import { rmSync } from "node:fs";
import { build } from "esbuild";

/** What is made, below the folder that the server gives out. */
export const MADE = ["public/public-chat", "public/embed.js"];

const options = {
  bundle: true,
  minify: true,
  target: ["es2022", "safari16"],
  alias: { "@": "." },
  logLevel: "warning",
};

export async function buildBrowserScripts() {
  for (const path of MADE) rmSync(path, { recursive: true, force: true });
  await Promise.all([
    build({
      ...options,
      entryPoints: ["components/public-chat/page.ts"],
      outdir: MADE[0],
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
    }),
    build({ ...options, entryPoints: ["components/embed/embed.ts"], outfile: MADE[1], format: "iife" }),
  ]);
}
