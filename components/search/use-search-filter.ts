import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { FoundKind } from "@/components/data/search";
import { useToast } from "@/components/ui/toast";
import { useDebounced } from "@/components/ui/use-debounced";
import { type Filters, isFiltered, readAddress, rememberNames, toAddress } from "./filters";
import { kinds } from "./found";
import { listTypedFilters, stripTypedFilters, useResolveFilter } from "./typed-filters";

export type Named = Pick<Filters, "from" | "in">;
export type SearchFilter = ReturnType<typeof useSearchFilter>;

/** The state of the search page, which its address has too. */
export function useSearchFilter(named: Named) {
  // Read from the address rather than the server, so that going back restores the page.
  const address = useSearchParams();
  const [typed, setTyped] = useState(address.get("q") ?? "");
  const [filters, setFilters] = useState(() => readAddress(address, named));
  const [kind, setKind] = useState(kinds.find((each) => each === address.get("kind")));
  const unknown = useTypedFilters(typed, setTyped, setFilters);
  const query = useDebounced(stripTypedFilters(typed, unknown.texts).trim());
  useAddress(query, kind, filters);
  const isEmpty = query === "" && !isFiltered(filters);
  return { typed, setTyped, query, kind, setKind, filters, setFilters, isEmpty, unknown };
}

// Turns filters in the search field into filters as soon as they are complete: before a space, with Enter, and in the
// address. Those that name nothing count as words.
function useTypedFilters(
  typed: string,
  setTyped: (change: (typed: string) => string) => void,
  setFilters: (change: (filters: Filters) => Filters) => void,
) {
  const resolve = useResolveFilter();
  const toast = useToast();
  const [texts, setTexts] = useState<string[]>([]);
  const seen = useRef(new Set<string>());
  const apply = async (isComplete: boolean) => {
    for (const each of listTypedFilters(typed)) {
      if (seen.current.has(each.text) || (!isComplete && each.end === typed.length)) continue;
      seen.current.add(each.text);
      try {
        const found = await resolve(each);
        if (!found) {
          setTexts((before) => [...before, each.text]);
          continue;
        }
        setFilters((before) => ({ ...before, ...found }));
        setTyped((now) => removeWord(now, each.text).replace(/\s+/g, " ").trimStart());
      } catch (error) {
        // Not tried again before the text changes back.
        toast(error as Error);
        continue;
      }
      seen.current.delete(each.text);
    }
  };
  const current = useRef(apply);
  current.current = apply;
  const isFirst = useRef(true);
  useEffect(() => {
    void current.current(isFirst.current);
    isFirst.current = false;
  }, [typed]);
  return { texts: texts.filter((text) => typed.includes(text)), applyAll: () => void apply(true) };
}

function removeWord(typed: string, word: string): string {
  const at = ` ${typed} `.indexOf(` ${word} `);
  return at < 0 ? typed : typed.slice(0, at) + typed.slice(at + word.length);
}

function useAddress(query: string, kind: FoundKind | undefined, filters: Filters): void {
  useEffect(() => {
    rememberNames(filters);
    const words = new URLSearchParams({
      ...(query && { q: query }),
      ...(kind && { kind }),
      ...toAddress(filters),
    });
    window.history.replaceState(null, "", words.size > 0 ? `/search?${words}` : "/search");
  }, [query, kind, filters]);
}
