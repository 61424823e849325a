import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";

const tabs = [
  ["/video", "turnIntoText"],
  ["/video/conversions", "conversions"],
] as const;

/** The way between the pages of videos. */
export function VideoTabs({ at }: { at: (typeof tabs)[number][0] }) {
  const t = useWords("video");
  return (
    <nav aria-label={t("videos")} className="mt-4 flex gap-1 border-b">
      {tabs.map(([href, name]) => (
        <Link
          key={href}
          href={href}
          aria-current={href === at ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
