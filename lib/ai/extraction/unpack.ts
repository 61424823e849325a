import type { Readable } from "node:stream";
import { discardFiles, localCopy, storeFile, uploadedPath } from "@/lib/platform/storage/service";
import { ARCHIVE, ArchiveError, streamOf, Tally, withZip } from "./zip";

/** A file of an archive. `folder`: names joined by `/`, empty at the top; an archive within the archive is one of them. */
export type Member = { folder: string; name: string; stream: Readable };

const isZip = (name: string) => /\.zip$/i.test(name);

/**
 * Unpacks a stored ZIP archive, and archives in it, one file after the other:
 * `each` reads the stream to its end. When the archive breaks a rule this
 * fails in the middle, so keep nothing of it before all is done.
 * @throws ArchiveError naming the rule
 */
export async function unpack(
  { key }: { key: string },
  each: (member: Member) => Promise<void>,
): Promise<void> {
  const { path, dispose } = await localCopy(key);
  try {
    await withZip(path, ARCHIVE, async (entries, archive) => {
      const tally = new Tally(ARCHIVE, archive.fileSize);
      for (const entry of entries) {
        tally.add(entry);
        const { folder, name } = placeOf(entry.fileName);
        const stream = await streamOf(archive, entry);
        if (!isZip(name)) await each({ folder, name, stream });
        else await unpackInner(stream, { inside: within(folder, name), tally }, each);
      }
    });
  } finally {
    await dispose();
  }
}

async function unpackInner(
  stream: Readable,
  { inside, tally }: { inside: string; tally: Tally },
  each: (member: Member) => Promise<void>,
): Promise<void> {
  const file = await storeFile(stream);
  try {
    await withZip(uploadedPath(file), tally, async (entries, archive) => {
      for (const entry of entries) {
        const { folder, name } = placeOf(entry.fileName);
        if (isZip(name)) throw new ArchiveError("holds an archive within an archive within it");
        await each({ folder: within(inside, folder), name, stream: await streamOf(archive, entry) });
      }
    });
  } finally {
    await discardFiles([file]);
  }
}

const within = (...folders: string[]) => folders.filter(Boolean).join("/");

function placeOf(path: string): { folder: string; name: string } {
  const parts = path.split("/").map((part) => part.trim());
  return { name: parts.pop()!, folder: parts.join("/") };
}
