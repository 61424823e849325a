/** Visitor's identity as provided by the site, proved by `hash` or `token` (docs/public-chats.md). */
export type VisitorIdentity = { id?: string; name?: string; email?: string; hash?: string; token?: string };

export const toPersonKey = (person: VisitorIdentity): string =>
  JSON.stringify([getPersonId(person), person.name, person.email]);

export const isNamed = (person: VisitorIdentity): boolean => getPersonId(person) !== null;

/**
 * Returns true if both identities have an id and the ids differ.
 * @param kept Stored result of `toPersonKey`
 */
export function isSomebodyElse(person: VisitorIdentity, kept: string | null): boolean {
  const id = getPersonId(person);
  const [before] = JSON.parse(kept ?? "[]") as (string | null)[];
  return Boolean(id && before && id !== before);
}

function getPersonId({ id, token }: VisitorIdentity): string | null {
  if (id || !token) return id ?? null;
  try {
    const payload = token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/");
    return (JSON.parse(atob(payload)) as { sub?: string }).sub ?? null;
  } catch {
    return null;
  }
}
