import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { z } from "zod";

// A backup is a ZIP archive that ends with a manifest of its entries and their checksums. A truncated archive has no
// manifest and is rejected.
const LIST = "parley-backup.json";
const FORMAT = 1;

const path = z
  .string()
  .regex(/^(auth-secret|(database|files)(\/[\w.-]+)*)$/)
  .refine((text) => !text.split("/").some((part) => /^\.+$/.test(part)));
const contents = z.object({
  format: z.literal(FORMAT),
  created_at: z.string(),
  folders: z.array(path),
  files: z.array(z.object({ path, size: z.int().min(0), sha256: z.string() })),
});
export type BackupContents = z.infer<typeof contents>;

export class BadArchive extends Error {}

export type ArchiveEntry = { from: string; as: string };

/**
 * Writes an archive atomically.
 * @throws system errors
 */
export async function writeArchive(file: string, parts: ArchiveEntry[]): Promise<BackupContents> {
  const half = `${file}.part`;
  const zip = new ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void };
  zip.on("error", (error) => output.destroy(error as Error));
  const written = pipeline(output, createWriteStream(half, { mode: 0o600, flush: true }));
  written.catch(() => {});
  try {
    const list = await add(zip, parts);
    zip.addBuffer(Buffer.from(JSON.stringify(list)), LIST);
    zip.end();
    await written;
    await rename(half, file);
    return list;
  } catch (error) {
    output.destroy(error as Error);
    await written.catch(() => {});
    await rm(half, { force: true });
    throw error;
  }
}

async function add(zip: ZipFile, parts: ArchiveEntry[]): Promise<BackupContents> {
  const list: BackupContents = {
    format: FORMAT,
    created_at: new Date().toISOString(),
    folders: [],
    files: [],
  };
  for (const { from, as } of parts) {
    for (const { name, isFolder } of await within(from)) {
      const path = [as, ...(name ? name.split(sep) : [])].join("/");
      if (isFolder) {
        zip.addEmptyDirectory(path);
        list.folders.push(path);
        continue;
      }
      const measure = measuring();
      const stream = createReadStream(join(from, name)).on("error", (error) => measure.destroy(error));
      // Stored files are mostly images, recordings and documents, which are already compressed.
      zip.addReadStream(stream.pipe(measure), path, { compressionLevel: as === "files" ? 0 : 3 });
      await finished(measure, { writable: false });
      list.files.push({ path, ...measure.found() });
    }
  }
  return list;
}

// Lists a directory recursively. Returns one entry with an empty name for a file, and none for an absent path.
async function within(from: string): Promise<{ name: string; isFolder: boolean }[]> {
  try {
    const all = await readdir(from, { recursive: true, withFileTypes: true });
    const found = all
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({
        name: relative(from, join(entry.parentPath, entry.name)),
        isFolder: entry.isDirectory(),
      }));
    return [{ name: "", isFolder: true }, ...found];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [{ name: "", isFolder: false }];
    throw error;
  }
}

function measuring() {
  const hash = createHash("sha256");
  let size = 0;
  const transform = new Transform({
    transform(bytes: Buffer, _, done) {
      size += bytes.length;
      hash.update(bytes);
      done(null, bytes);
    },
  });
  return Object.assign(transform, { found: () => ({ size, sha256: hash.digest("hex") }) });
}

/**
 * Unpacks an archive into a new directory and verifies each file. On errors the directory remains incomplete.
 * @throws BadArchive
 */
export async function readArchive(file: string, folder: string): Promise<BackupContents> {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch(broken);
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/\/$/, ""), entry);
    const stream = async (path: string) => {
      const entry = entries.get(path);
      if (!entry) throw new BadArchive(`The archive is damaged: ${path} is missing.`);
      return zip.openReadStreamPromise(entry);
    };
    const list = listIn(await buffer(await stream(LIST)));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const path of list.folders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
    for (const { path, size, sha256 } of list.files) {
      const measure = measuring();
      const to = join(folder, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(await stream(path), measure, createWriteStream(to, { mode: 0o600, flush: true }));
      const found = measure.found();
      if (found.size !== size || found.sha256 !== sha256)
        throw new BadArchive(`The archive is damaged: ${path} is not what was saved.`);
    }
    return list;
  } catch (error) {
    return broken(error);
  } finally {
    zip.close();
  }
}

function listIn(bytes: Buffer): BackupContents {
  const given: unknown = JSON.parse(bytes.toString());
  const { format } = z.object({ format: z.number() }).parse(given);
  if (format !== FORMAT)
    throw new BadArchive(`The archive is of format ${format}; this version of Parley reads ${FORMAT}.`);
  return contents.parse(given);
}

// Rethrows system errors, and reports all others as a damaged archive.
function broken(error: unknown): never {
  if (error instanceof BadArchive || (error as NodeJS.ErrnoException).syscall) throw error;
  throw new BadArchive(`This is no whole backup of Parley (${(error as Error).message.split("\n")[0]}).`);
}

/** Makes directory entries durable. Systems that can't sync directories don't need it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
