import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Lets a program have a file for as long as this takes. */
export async function withFolder<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parley-speech-"));
  try {
    return await use(join(folder, "speech.wav"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
