import EyeOff from "lucide-react/icons/eye-off";
import FileX from "lucide-react/icons/file-x";
import type { ReactNode } from "react";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { listFormat } from "@/lib/platform/words/translate";
import { toText } from "./notes";

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((name: unknown) => toText(name) ?? []) : [];

export function LeftOutFiles({ extra }: { extra: Message["extra"] }) {
  const t = useTranslations("chatReplies");
  const list = listFormat(t.locale);
  const unseen = namesIn(extra?.unseen_pictures);
  const unread = namesIn(extra?.unread_files).filter((name) => !unseen.includes(name));
  return (
    <>
      {unseen.length > 0 && (
        <Note icon={<EyeOff className="mt-0.5 size-4 shrink-0" aria-hidden />}>
          {t.rich("unseenPictures", {
            names: list.format(unseen),
            link: (text) => (
              <Link href="/settings/models" className="underline underline-offset-2 hover:text-ink">
                {text}
              </Link>
            ),
          })}
        </Note>
      )}
      {unread.length > 0 && (
        <Note icon={<FileX className="mt-0.5 size-4 shrink-0" aria-hidden />}>
          {t("unreadFiles", { names: list.format(unread) })}
        </Note>
      )}
    </>
  );
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
