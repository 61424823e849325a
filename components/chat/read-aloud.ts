import type { Reading, reader } from "@/components/voice/reader";

/** What is read aloud now, for those who show it: the reader itself comes with the first text that is read. */

type Reader = typeof reader;
let loaded: Reader | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Loads the reader. */
export async function loadReader(): Promise<Reader> {
  const { reader } = await import("@/components/voice/reader");
  if (!loaded) reader.subscribe(tell);
  loaded = reader;
  return reader;
}

export const currentReading = (): Reading | undefined => loaded?.current();

/** Calls when something begins or ends to be read, or is read in another way. */
export function onReading(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
