import type { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { log } from "@/lib/platform/log";

export type ZipEntry = { name: string; stream: Readable; compress: boolean; mtime?: Date };

/** Streams a ZIP archive while writing it, so its size doesn't matter. It is truncated when an entry fails. */
export function createZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on("error", (error) => output.destroy(error as Error));
  void write(zip, output, entries);
  return output;
}

async function write(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> {
  let isGone = false;
  let current: Readable | undefined;
  output.once("close", () => {
    isGone = true;
    current?.destroy();
  });
  try {
    for await (const { name, stream, ...options } of entries) {
      current = stream;
      if (isGone) return void stream.destroy();
      zip.addReadStream(stream, name, options);
      await finished(stream, { writable: false });
    }
    zip.end();
  } catch (error) {
    if (isGone) return;
    log.warn({ err: error }, "an export was cut off");
    output.destroy(error as Error);
  }
}
