/** Who the visitor is, as the site says: `hash` or `token` prove it (docs/public-chats.md). */
export type Person = { id?: string; name?: string; email?: string; hash?: string; token?: string };

/** Told apart from others, and known again on the next page. */
export const nameOf = (person: Person): string => JSON.stringify([idOf(person), person.name, person.email]);

export const isNamed = (person: Person): boolean => idOf(person) !== null;

/** Whether both have an id, and not the same. @param kept A `nameOf` */
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
