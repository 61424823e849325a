import type { Reading, reader } from "./reader";

/** State of reading aloud for the UI. The reader itself is loaded on first use. */

type SpeechReader = typeof reader;
let loaded: SpeechReader | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export async function loadReader(): Promise<SpeechReader> {
  const { reader } = await import("./reader");
  if (!loaded) reader.subscribe(tell);
  loaded = reader;
  return reader;
}

export const getCurrentReading = (): Reading | undefined => loaded?.current();

export function onReading(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
