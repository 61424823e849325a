import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { compileWords, loadTranslate } from "@/lib/platform/words/catalogue";
import { getReader, LANGUAGE_COOKIE } from "@/lib/platform/words/languages";
import type { Key, Screen } from "@/lib/platform/words/screens";
import { WordsProvider } from "./words";

export const currentReader = cache(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return getReader(jar.get(LANGUAGE_COOKIE)?.value, sent.get("accept-language"));
});

export const getWords = async <S extends Screen>(screen: S) => loadTranslate(await currentReader(), screen);

/** Returns a page's metadata: `export const generateMetadata = titled("account", "signIn")`. */
export const titled =
  <S extends Screen>(screen: S, key: Key<S>) =>
  async (): Promise<Metadata> => ({ title: (await getWords(screen))(key) });

export async function Words({ of, children }: { of: readonly Screen[]; children: ReactNode }) {
  const reader = await currentReader();
  return (
    <WordsProvider reader={reader} words={await compileWords(reader.language, of)}>
      {children}
    </WordsProvider>
  );
}
