// @ts-check
// Lists and reads the files of a branch of a Git repository over HTTPS. Fetches the latest commit without its history.
// Fetches nothing when the branch is unchanged.
import { writeFileSync } from "node:fs";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { createNoRepositoryError } from "./git-protocol.mjs";
import { GitStore } from "./git-store.mjs";
import { ItemList, MAX_PATH_BYTES } from "./items.mjs";

/** @typedef {import("../../../platform/intake/child/main.mjs").Host} Host */

const MAX_FOLDERS = 100_000;
const ID_BYTES = 20;
const FOLDER = /^0?40000$/;
// Modes of regular files. Symbolic links and submodules are skipped.
const FILE = /^100/;

/** @type {{ address: string, branch?: string, store: GitStore }} */
let repository;

/** @param {{ address: string, branch?: string, maxFileBytes: number }} input @param {Host} host */
export async function open({ address, branch, maxFileBytes }, host) {
  const store = new GitStore(/** @type {string} */ (host.directory), maxFileBytes);
  repository = { address, branch, store };
}

/** @param {Host} host */
const update = (host) => repository.store.update({ ...repository, host });

/**
 * @param {unknown} _
 * @param {Host} host
 */
export async function list(_, host) {
  const { store } = repository;
  const items = new ItemList(host);
  const commit = store.read(await update(host), "commit").toString("latin1");
  const root = /^tree ([0-9a-f]{40})\n/.exec(commit)?.[1];
  if (!root) throw createNoRepositoryError();
  const folders = [{ id: root, path: "" }];
  for (let count = 1; folders.length > 0; count++) {
    const folder = /** @type {{ id: string, path: string }} */ (folders.pop());
    if (count > MAX_FOLDERS)
      throw new Problem(`It holds more than ${MAX_FOLDERS.toLocaleString("en")} entries.`);
    /** @type {typeof folders} */
    const inner = [];
    for (const { mode, name, id } of readTree(store.read(folder.id, "tree"))) {
      const path = folder.path + name;
      if (FILE.test(mode)) await items.add({ path, version: id });
      else if (FOLDER.test(mode) && Buffer.byteLength(path) < MAX_PATH_BYTES)
        inner.push({ id, path: `${path}/` });
    }
    if (folders.length + inner.length > MAX_FOLDERS)
      throw new Problem(`It holds more than ${MAX_FOLDERS.toLocaleString("en")} entries.`);
    folders.push(...inner.reverse());
  }
  await items.end();
}

/** @param {Buffer} tree */
function* readTree(tree) {
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(" ", at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0 || end + ID_BYTES >= tree.length + 1) throw createNoRepositoryError();
    yield {
      mode: tree.toString("latin1", at, Math.min(space, at + 8)),
      name: tree.toString("utf8", space + 1, end),
      id: tree.toString("hex", end + 1, end + 1 + ID_BYTES),
    };
    at = end + 1 + ID_BYTES;
  }
}

/**
 * Writes a file to the output.
 * @param {{ version: string | null }} input
 * @param {Host} host
 */
export async function read({ version }, host) {
  const id = version ?? "";
  // Another process may have listed the file, so that this store does not contain its pack yet.
  if (!repository.store.has(id)) await update(host);
  writeFileSync(host.outputPath("file"), repository.store.read(id, "blob"));
  return { version };
}
