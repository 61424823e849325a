"use client";

import { createContext, type ReactNode, use, useCallback, useContext, useMemo } from "react";
import { retryWhenReachable } from "@/components/browser/lazy";
import type { ReaderLocale } from "@/lib/platform/words/languages";
import type { CompiledWords, Messages, Screen } from "@/lib/platform/words/screens";
import { createTranslate, type Translate } from "@/lib/platform/words/translate";

const Context = createContext<{ reader: ReaderLocale; words: CompiledWords } | undefined>(undefined);

export function TranslationsProvider({
  reader,
  words,
  children,
}: {
  reader: ReaderLocale;
  words: CompiledWords;
  children: ReactNode;
}) {
  const outer = useContext(Context)?.words;
  const value = useMemo(() => ({ reader, words: { ...outer, ...words } }), [reader, outer, words]);
  return <Context value={value}>{children}</Context>;
}

export function useReaderLocale(): ReaderLocale {
  const context = useContext(Context);
  if (!context) throw new Error("Nothing above gives this component words (components/i18n/server.tsx).");
  return context.reader;
}

/**
 * Returns the translations of a screen. Lazily loaded components (`components/browser/lazy.ts`) suspend here until their
 * translations are loaded.
 */
export function useTranslations<S extends Screen>(screen: S): Translate<S> {
  const context = useContext(Context);
  const reader = useReaderLocale();
  const messages = context?.words[screen] ?? use(fetched(reader, screen));
  return useMemo(() => createTranslate(reader, messages), [reader, messages]);
}

/**
 * Variant of `useTranslations` for code that isn't a component, such as menu items.
 * @returns a function that loads the translations
 */
export function useLazyTranslations<S extends Screen>(screen: S): () => Promise<Translate<S>> {
  const messages = useContext(Context)?.words[screen];
  const reader = useReaderLocale();
  return useCallback(
    async () => createTranslate(reader, messages ?? (await fetched(reader, screen))),
    [reader, messages, screen],
  );
}

const requests = new Map<string, Promise<Messages>>();

// Cached, because `use` needs the same promise on each render.
function fetched({ language }: ReaderLocale, screen: Screen): Promise<Messages> {
  const name = `${language}/${screen}`;
  const request = requests.get(name) ?? load(language, screen);
  requests.set(name, request);
  request.catch(() => requests.delete(name));
  return request;
}

async function load(language: ReaderLocale["language"], screen: Screen): Promise<Messages> {
  // The server also renders lazily loaded components. Browser bundles omit this branch.
  if (typeof window === "undefined") {
    const { compileWords } = await import("@/lib/platform/words/catalogue");
    return (await compileWords(language, [screen]))[screen]!;
  }
  return retryWhenReachable(async () => {
    const response = await fetch(`/words/${language}/${screen}?build=${process.env.BUILD}`);
    if (!response.ok) throw new Error(`The words of "${screen}" could not be loaded.`);
    return response.json();
  });
}
