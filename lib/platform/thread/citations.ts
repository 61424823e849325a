/** Matches a citation such as `[1]`, but neither a link nor the definition of one. */
export const CITATION_MARK = /\[(\d{1,2})\](?![(:])/g;

export const listCitedNumbers = (text: string): Set<number> =>
  new Set([...text.matchAll(CITATION_MARK)].map(([, n]) => Number(n)));
