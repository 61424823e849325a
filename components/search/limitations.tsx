import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { searchStateQuery } from "@/components/data/search";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";

// Shows limitations of the search: unindexed messages, and languages that the embedding model doesn't cover.
export function Limitations({ query }: { query: string }) {
  const t = useTranslations("search");
  const { data } = useQuery(searchStateQuery);
  const moments = useMoments();
  const since = data?.behind_since;
  const isInEnglish = t.locale.startsWith("en") && !NOT_ENGLISH.test(query);
  return (
    <>
      {since && (
        <Note>
          {t.rich("behind", {
            since: moments.fullTime(since),
            time: (text) => <time dateTime={since}>{text}</time>,
          })}
        </Note>
      )}
      {data?.english_only && query !== "" && !isInEnglish && (
        <Note>
          {t.rich("englishOnly", {
            link: (text) => (
              <Link href="/settings/models" className="underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </Note>
      )}
    </>
  );
}

// Letters that don't occur in English.
const NOT_ENGLISH = /(?![a-z])\p{L}/iu;

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mt-4 rounded-xl border border-line-strong bg-surface px-3 py-2 text-sm">
    {children}
  </p>
);
