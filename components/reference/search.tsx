"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import type { Translate } from "@/lib/platform/words/translate";
import { loadIndex } from "./load-index";
import { Method } from "./operation";
import { type SearchIndex, searchOperations, toEntryUrl } from "./search-index";

type IndexEntry = ReturnType<typeof searchOperations>[number];

export function Search() {
  const t = useTranslations("docs");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [index, setIndex] = useState<SearchIndex | "failed">();
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useSlash(input);

  const isAsked = isOpen && text.trim() !== "";
  const results = isAsked && typeof index === "object" ? searchOperations(index, text) : [];
  const active = results[Math.min(chosen, results.length - 1)];

  function type(value: string) {
    setText(value);
    setChosen(0);
    setOpen(true);
    if (typeof index !== "object") loadIndex().then(setIndex, () => setIndex("failed"));
  }
  function open(address: string) {
    setOpen(false);
    input.current?.blur();
    window.location.assign(address);
  }
  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === "Escape") setOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setChosen((results.indexOf(active!) + step + results.length) % results.length);
    }
    if (event.key === "Enter" && active) {
      event.preventDefault();
      open(toEntryUrl(active));
    }
  }

  return (
    <search
      className="relative min-w-0 flex-1 noscript:hidden sm:max-w-md"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t("search")}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-keyshortcuts="/"
        value={text}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        placeholder={t("search")}
        autoComplete="off"
        className="peer h-10 w-full rounded-lg border border-line bg-surface px-3 text-base sm:text-sm"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-2 end-2 rounded border border-line px-1.5 font-mono text-xs leading-6 text-muted peer-focus:hidden peer-not-placeholder-shown:hidden pointer-coarse:hidden"
      >
        /
      </kbd>
      <Results {...{ id, isAsked, index, results, active, open }} text={text.trim()} />
    </search>
  );
}

type ResultsProps = {
  id: string;
  isAsked: boolean;
  text: string;
  index: SearchIndex | "failed" | undefined;
  results: IndexEntry[];
  active: IndexEntry | undefined;
  open: (address: string) => void;
};

function Results({ id, isAsked, text, index, results, active, open }: ResultsProps) {
  const t = useTranslations("docs");
  return (
    <div
      className={`absolute inset-x-0 top-full mt-1 max-h-[70dvh] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-float max-sm:fixed max-sm:inset-x-3 max-sm:top-14 ${isAsked ? "" : "hidden"}`}
    >
      <div id={`${id}-list`} role="listbox" aria-label={t("operationsFound")}>
        {results.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            aria-selected={entry === active}
            tabIndex={-1}
            ref={entry === active ? (node) => node?.scrollIntoView({ block: "nearest" }) : undefined}
            onClick={() => open(toEntryUrl(entry))}
            className="cursor-pointer rounded-md px-3 py-2 hover:bg-hover aria-selected:bg-accent-soft"
          >
            <span className="flex justify-between gap-3">
              <span className="font-medium">{entry.summary}</span>
              <span className="shrink-0 text-xs leading-5 text-muted">
                {typeof index === "object" && index.groups[entry.at]}
              </span>
            </span>
            <span className="flex items-baseline gap-2 font-mono text-xs text-muted">
              <Method method={entry.method} />
              <span className="truncate">{entry.path}</span>
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={results.length > 0 ? "sr-only" : "px-3 py-2 text-muted"}>
        {isAsked && formatResultCount(t, index, results.length, text)}
      </p>
    </div>
  );
}

function formatResultCount(
  t: Translate<"docs">,
  index: SearchIndex | "failed" | undefined,
  count: number,
  text: string,
): string {
  if (index === undefined) return t("loading");
  if (index === "failed") return t("searchFailed");
  if (count === 0) return t("noOperation", { text });
  return t("operationsFoundCount", { count });
}

function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWriting = (event.target as Element).closest("input:not([type=radio]), textarea, select");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [input]);
}
