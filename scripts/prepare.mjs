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
  // An empty variable doesn't override the file's value.
  deleteEmptyVariables(process.env);
  if (existsSync(".env")) process.loadEnvFile(".env");
  deleteEmptyVariables(process.env);
}
