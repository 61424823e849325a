import type { SearchIndex } from "./search-index";

let index: Promise<SearchIndex> | undefined;

export function loadIndex(): Promise<SearchIndex> {
  index ??= window
    .fetch("/docs/search.json")
    .then((answer) => {
      if (!answer.ok) throw new Error(`The index of the search answered ${answer.status}.`);
      return answer.json() as Promise<SearchIndex>;
    })
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}
