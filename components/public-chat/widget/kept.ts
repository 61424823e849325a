const memory = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

const isVisit = (value: string | null): value is string => /^[\w-]{16,64}$/.test(value ?? "");

/**
 * Returns the id of the visit. The frame clears its conversation when the id changes. The id is not a secret and opens
 * no conversation.
 */
export function visitIn(key: string): string {
  const kept = read(key);
  if (isVisit(kept)) return kept;
  const parts = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36));
  const visit = parts.join("-").padEnd(16, "0");
  write(key, visit);
  return visit;
}
