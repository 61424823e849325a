type MentionablePerson = { id: number; full_name: string; mention_name: string | null };

// Maximum characters of a generated name. Mention names may have 64, which leaves room for an appended id.
const MAX_HANDLE_LENGTH = 48;

/**
 * Assigns mention names: the chosen one, or else one generated from the full name, with the id appended when it is
 * taken.
 * @param taken contains all chosen names of the group
 */
export function withNames<P extends MentionablePerson>(
  people: P[],
  taken: Set<string>,
): (P & { mention_name: string })[] {
  const all = new Set(taken);
  const named = people.map((person) => {
    const mention_name = person.mention_name ?? generateName(person, all);
    all.add(mention_name);
    return { ...person, mention_name };
  });
  return named.sort((a, b) => (a.mention_name < b.mention_name ? -1 : 1));
}

function generateName({ id, full_name }: MentionablePerson, taken: Set<string>): string {
  const name = full_name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, MAX_HANDLE_LENGTH)
    .replace(/-$/, "");
  // For example, names in non-Latin scripts.
  if (name.length < 2) return `member-${id}`;
  return taken.has(name) ? `${name}-${id}` : name;
}
