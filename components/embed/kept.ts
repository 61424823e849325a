/** What is kept while the page is open, if the site may not store. */
const memory = new Map<string, string>();

/** Reads from the embedding site's local storage. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param value null removes it */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

/**
 * Where browsers refuse storage to frames, the frame shows with this that it
 * began its conversation.
 */
export function marker(key: string): string {
  const kept = read(key);
  if (kept) return kept;
  const parts = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36));
  const made = parts.join("-").padEnd(16, "0");
  write(key, made);
  return made;
}

/** What a frame that may store nothing itself keeps over a reload: what is typed, and what was not sent. */
export function keptBy(place: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** @param value No text: it is forgotten */
export function keep(place: string, key: string, value: unknown): void {
  const { [key]: _, ...others } = keptBy(place);
  try {
    sessionStorage.setItem(
      place,
      JSON.stringify(typeof value === "string" ? { ...others, [key]: value } : others),
    );
  } catch {
    // The site may not store, or its place is full: it is kept while the page is open.
  }
}

export function dropKept(place: string): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // As above.
  }
}
