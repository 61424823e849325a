import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { deleteEmptyVariables } from "../lib/platform/config/environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node-version.mjs";

/** Prepares every command: project directory, supported Node version, dependencies, settings. */
export async function prepare() {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  await ensureNode();
  await ensureInstalled();
  // Deleted before .env is loaded, because an empty variable would override the value in the file.
  deleteEmptyVariables(process.env);
  if (existsSync(".env")) process.loadEnvFile(".env");
  deleteEmptyVariables(process.env);
}
