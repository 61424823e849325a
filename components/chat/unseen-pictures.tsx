import EyeOff from "lucide-react/icons/eye-off";
import type { Message } from "@/components/data/thread";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";
import { listFormat } from "@/lib/platform/words/translate";
import { text } from "./notes";

/** Says which pictures the model of a reply did not get, and where that is set. */
export function UnseenPictures({ extra }: { extra: Message["extra"] }) {
  const t = useWords("chatReplies");
  const given = extra?.unseen_pictures;
  const names = Array.isArray(given) ? given.flatMap((name: unknown) => text(name) ?? []) : [];
  if (names.length === 0) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
      <EyeOff className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        {t.rich("unseenPictures", {
          names: listFormat(t.locale).format(names),
          link: (text) => (
            <Link href="/settings/models" className="underline underline-offset-2 hover:text-ink">
              {text}
            </Link>
          ),
        })}
      </span>
    </p>
  );
}
