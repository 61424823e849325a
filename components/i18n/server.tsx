import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { compileWords, loadTranslate } from "@/lib/platform/words/catalogue";
import { getReader, LANGUAGE_COOKIE } from "@/lib/platform/words/languages";
import type { Key, Screen } from "@/lib/platform/words/screens";
import { TranslationsProvider } from "./words";

export const getReaderLocale = cache(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return getReader(jar.get(LANGUAGE_COOKIE)?.value, sent.get("accept-language"));
});

export const getTranslations = async <S extends Screen>(screen: S) =>
  loadTranslate(await getReaderLocale(), screen);

/** Returns a page's metadata: `export const generateMetadata = createTitleMetadata("account", "signIn")`. */
export const createTitleMetadata =
  <S extends Screen>(screen: S, key: Key<S>) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations(screen))(key) });

export async function Translations({ of, children }: { of: readonly Screen[]; children: ReactNode }) {
  const reader = await getReaderLocale();
  return (
    <TranslationsProvider reader={reader} words={await compileWords(reader.language, of)}>
      {children}
    </TranslationsProvider>
  );
}
