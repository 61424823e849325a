import type { NamedShape, Outline } from "./outline";
import { toSlug } from "./outline";
import type { SchemaField, SchemaShape } from "./schema";

export type SearchEntry = {
  id: string;
  at: string;
  method: string;
  path: string;
  summary: string;
  /** Names of parameters and response fields, separated by spaces. */
  fields: string;
};
export type SearchIndex = {
  groups: Record<string, string>;
  operations: SearchEntry[];
  places: Record<string, string>;
};

const MAX_RESULTS = 20;

export function buildSearchIndex({ groups, schemas, places }: Outline): SearchIndex {
  const named = new Map([...groups.flatMap((group) => group.schemas), ...schemas].map((it) => [it.name, it]));
  return {
    groups: Object.fromEntries(groups.map(({ slug, tag }) => [slug, tag])),
    operations: groups.flatMap(({ slug, operations }) =>
      operations.map(({ id, method, path, summary, parameters, body, answer }) => {
        const names = [...parameters, ...fieldsIn(body?.shape, named), ...fieldsIn(answer.shape, named)].map(
          ({ name }) => name,
        );
        return { id, at: slug, method, path, summary, fields: [...new Set(names)].join(" ") };
      }),
    ),
    places,
  };
}

const fieldsIn = (shape: SchemaShape | undefined, named: Map<string, NamedShape>): SchemaField[] =>
  shape?.fields ?? shape?.refs.flatMap((name) => named.get(name)?.fields ?? []) ?? [];

export function searchOperations({ operations, groups }: SearchIndex, text: string): SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scored = operations.flatMap((entry) => {
    const places: [string, number][] = [
      [entry.summary, 4],
      [`${entry.method} ${entry.path} ${entry.id}`, 3],
      [groups[entry.at] ?? "", 2],
      [entry.fields, 1],
    ];
    const scores = words.map(
      (word) => places.find(([place]) => place.toLowerCase().includes(word))?.[1] ?? 0,
    );
    return scores.includes(0) ? [] : [{ entry, score: scores.reduce((sum, score) => sum + score, 0) }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}

export const toEntryUrl = ({ at, id }: Pick<SearchEntry, "at" | "id">) => `/docs/${at}#${id}`;

/** Returns the current page of an anchor of the former single-page reference. */
export function findAnchorUrl(
  { operations, groups, places }: SearchIndex,
  anchor: string,
): string | undefined {
  const operation = operations.find(({ id }) => id === anchor);
  if (operation) return toEntryUrl(operation);
  const schema = anchor.replace(/^schema-/, "");
  if (schema !== anchor && places[schema]) return `${places[schema]}#${anchor}`;
  const slug = toSlug(anchor.replace(/^tag-/, ""));
  return anchor.startsWith("tag-") && slug in groups ? `/docs/${slug}` : undefined;
}
