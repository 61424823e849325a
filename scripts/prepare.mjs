import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { unsetEmpty } from "../lib/platform/config/environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node-version.mjs";

/** What every command needs first: the project's folder, a Node that is new enough, dependencies, settings. */
export async function prepare() {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  await ensureNode();
  await ensureInstalled();
  // What is set here without a value leaves room for that of the file.
  unsetEmpty(process.env);
  if (existsSync(".env")) process.loadEnvFile(".env");
  unsetEmpty(process.env);
}
