import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredPart } from "@/db/schema/documents";
import { single } from "@/lib/singleton";
import { localCopy, localFolders } from "@/lib/storage/service";
import { type Hear, OUTPUT, Reader } from "./reader";

export { ExtractionError } from "./reader";
export { type Member, unpack } from "./unpack";
export { ARCHIVE, ArchiveError, OFFICE, withZip } from "./zip";

export type StoredFile = { key: string; fileName: string; mimeType: string };
/** `parts`: where pages or sheets begin, in UTF-16 units of the text. `pages`: of paged files. */
export type Extracted = { text: string; parts: StoredPart[]; pages: number | null };

const reader = (): Reader => single("file-reader", () => new Reader(localFolders()));

/**
 * The text of a stored file, read by a process of its own. A picture without
 * text gives an empty one. Files wait for each other.
 * @throws ExtractionError saying why there is none; AppError when storage does not answer
 */
export async function extract({ key, mimeType }: StoredFile, hear: Hear = {}): Promise<Extracted> {
  const { path, dispose } = await localCopy(key);
  const folder = await mkdtemp(OUTPUT);
  try {
    const { size } = await stat(path);
    const into = join(folder, "text");
    const found = await reader().read({ path, into, mimeType, size }, hear);
    return { ...found, text: await readFile(into, "utf8") };
  } finally {
    await Promise.all([dispose(), rm(folder, { recursive: true, force: true })]);
  }
}
