type Person = { id: number; full_name: string; mention_name: string | null };

/** Of a name that is made; a chosen one may have 64 characters, and a number may follow. */
const LONGEST = 48;

/**
 * People by their mention names: the one that they chose, else one made of their
 * full name, which gives way to whatever else in the group is called so.
 * @param taken All names that were chosen in the group
 */
export function withNames<P extends Person>(
  people: P[],
  taken: Set<string>,
): (P & { mention_name: string })[] {
  const all = new Set(taken);
  const named = people.map((person) => {
    const mention_name = person.mention_name ?? madeOf(person, all);
    all.add(mention_name);
    return { ...person, mention_name };
  });
  return named.sort((a, b) => (a.mention_name < b.mention_name ? -1 : 1));
}

function madeOf({ id, full_name }: Person, taken: Set<string>): string {
  const name = full_name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, LONGEST)
    .replace(/-$/, "");
  // Also for names in other scripts.
  if (name.length < 2) return `member-${id}`;
  return taken.has(name) ? `${name}-${id}` : name;
}
