import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { someMembersQuery } from "@/components/data/groups";
import { type People, usePeople } from "@/components/data/people";
import { chatSearchQuery } from "@/components/data/search";
import { workspacesQuery } from "@/components/data/workspaces";
import { type Author, type ChatOrProject, type Filters, isDay } from "./filters";
import { rankName } from "./rank";

// A filter in the search field, as in `from:mia` or `in:"Budget 2027"`.
const TYPED = /(?<=^|\s)(from|in|has|before|after):(?:"([^"]*)"|([^\s"]+))(?=$|\s)/giu;

export type TypedFilter = { text: string; name: string; value: string; end: number };

export const listTypedFilters = (typed: string): TypedFilter[] =>
  [...typed.matchAll(TYPED)].map(({ 0: text, 1: name, 2: quoted, 3: word, index }) => ({
    text,
    name: name!.toLowerCase(),
    value: (quoted ?? word ?? "").trim(),
    end: index + text.length,
  }));

/** Removes typed filters from a search, except those that count as words. */
export const stripTypedFilters = (typed: string, words: string[]): string =>
  listTypedFilters(typed)
    .filter(({ text }) => !words.includes(text))
    .reduce((rest, { text }) => rest.replace(text, ""), typed)
    .replace(/\s+/g, " ");

/** Returns a function that turns a typed filter into a filter; undefined if there is no such author, place or day. */
export function useResolveFilter(): (typed: TypedFilter) => Promise<Filters | undefined> {
  const client = useQueryClient();
  const people = usePeople();
  return async ({ name, value }) => {
    if (name === "has") return /^(a-?)?files?$|^attachments?$/i.test(value) ? { hasFile: true } : undefined;
    if (name === "before" || name === "after") return isDay(value) ? { [name]: value } : undefined;
    if (name === "in") {
      const place = pickBest(await listPlaces(client, value), value);
      return place && { in: place };
    }
    const authors = await listAuthors(client, people, value);
    // The only match may match by its e-mail address or mention name.
    const author = pickBest(authors, value) ?? (authors.length === 1 ? authors[0] : undefined);
    return author && { from: author };
  };
}

const pickBest = <T extends { name: string }>(candidates: T[], search: string): T | undefined =>
  candidates
    .map((candidate) => ({ candidate, rank: rankName(candidate.name, search) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)[0]?.candidate;

const MAX_OFFERED = 8;

/** Lists the members and assistants with a name. */
export async function listAuthors(
  client: QueryClient,
  { me, assistants }: People,
  search: string,
): Promise<Author[]> {
  if (search.toLowerCase() === "me") return [{ kind: "user", id: me.id, name: me.name }];
  const query = { page_size: MAX_OFFERED, ...(search && { search }) };
  const members = await client.fetchQuery(someMembersQuery(me.groupId, query));
  const named = assistants.filter(
    ({ name, mention_name }) => rankName(name, search) > 0 || mention_name === search.toLowerCase(),
  );
  return [
    ...members.map(({ id, full_name: name }) => ({ kind: "user" as const, id, name })),
    ...named.slice(0, MAX_OFFERED).map(({ id, name }) => ({ kind: "assistant" as const, id, name })),
  ];
}

/** Lists the projects and chats with a name. */
export async function listPlaces(client: QueryClient, search: string): Promise<ChatOrProject[]> {
  const [chats, projects] = await Promise.all([
    client.fetchQuery(chatSearchQuery(search)),
    client.fetchQuery(workspacesQuery),
  ]);
  const named = projects.filter(({ name }) => rankName(name, search) > 0);
  return [
    ...named.slice(0, MAX_OFFERED).map(({ uuid, name }) => ({ kind: "project" as const, uuid, name })),
    ...chats.map(({ uuid, name }) => ({ kind: "chat" as const, uuid, name })),
  ];
}
