import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { wordsFor, wordsOf } from "@/lib/platform/words/catalogue";
import { LANGUAGE_COOKIE, readerOf } from "@/lib/platform/words/languages";
import type { Key, Screen } from "@/lib/platform/words/screens";
import { WordsProvider } from "./words";

/** Who reads the page that is being rendered: what they chose, else what their browser asks for. */
export const currentReader = cache(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return readerOf(jar.get(LANGUAGE_COOKIE)?.value, sent.get("accept-language"));
});

/** What a screen says, for components that are rendered on the server only. */
export const getWords = async <S extends Screen>(screen: S) => wordsFor(await currentReader(), screen);

/** The title of a page: `export const generateMetadata = titled("account", "signIn")`. */
export const titled =
  <S extends Screen>(screen: S, key: Key<S>) =>
  async (): Promise<Metadata> => ({ title: (await getWords(screen))(key) });

/** Gives what runs in the browser the words of the screens that this page shows at once. */
export async function Words({ of, children }: { of: readonly Screen[]; children: ReactNode }) {
  const reader = await currentReader();
  return (
    <WordsProvider reader={reader} words={await wordsOf(reader.language, of)}>
      {children}
    </WordsProvider>
  );
}
