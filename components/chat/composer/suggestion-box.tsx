import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from "react";
import { NothingFound, SuggestionList } from "./suggestion-list";
import type { NameAt } from "./suggestions";
import { type SuggestionOptions, useSuggestions } from "./use-suggestions";

export type SuggestionKeys = (event: KeyboardEvent) => boolean;
export type SuggestionWiring = { "aria-controls"?: string; "aria-activedescendant"?: string };

type SuggestionBoxProps = {
  named: NameAt;
  text: string;
  caret: number;
  take: (text: string, caret: number) => void;
  options: SuggestionOptions;
  /** Handles the keys of the field while the box is shown; returns whether it took one. */
  keys: RefObject<SuggestionKeys | undefined>;
  onWiring: (wiring: SuggestionWiring) => void;
};

export function SuggestionBox({ named, text, caret, take, options, keys, onWiring }: SuggestionBoxProps) {
  const { onKeyDown, list, foundNothing } = useSuggestions(named, { text, caret, take }, options);
  useLayoutEffect(() => {
    keys.current = onKeyDown;
    return () => {
      keys.current = undefined;
    };
  });
  const id = list?.id;
  const current = list?.current;
  useEffect(() => {
    onWiring(id === undefined ? {} : { "aria-controls": id, "aria-activedescendant": `${id}-${current}` });
    return () => onWiring({});
  }, [id, current, onWiring]);
  return list ? <SuggestionList {...list} /> : foundNothing && <NothingFound />;
}
