/** Visitor's identity as provided by the site, proved by `hash` or `token` (docs/public-chats.md). */
export type Person = { id?: string; name?: string; email?: string; hash?: string; token?: string };

/** Returns a key that identifies the person across pages. */
export const nameOf = (person: Person): string => JSON.stringify([idOf(person), person.name, person.email]);

export const isNamed = (person: Person): boolean => idOf(person) !== null;

/**
 * Returns true if both have different ids.
 * @param kept Stored result of `nameOf`
 */
export function isSomebodyElse(person: Person, kept: string | null): boolean {
  const id = idOf(person);
  const [before] = JSON.parse(kept ?? "[]") as (string | null)[];
  return Boolean(id && before && id !== before);
}

function idOf({ id, token }: Person): string | null {
  if (id || !token) return id ?? null;
  try {
    const payload = token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/");
    return (JSON.parse(atob(payload)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}
