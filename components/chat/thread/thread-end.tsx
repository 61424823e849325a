import ArrowDown from "lucide-react/icons/arrow-down";
import { useTranslations } from "@/components/i18n/words";

export function ThreadEnd({
  isInSight,
  isWriting,
  onGo,
}: {
  isInSight: boolean;
  isWriting: boolean;
  onGo: () => void;
}) {
  const t = useTranslations("chat");
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-0 mx-auto h-6 max-w-3xl bg-linear-to-t from-page forced-colors:hidden print:hidden"
      />
      {!isInSight && (
        <button
          type="button"
          onClick={onGo}
          className="absolute bottom-4 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-2 rounded-full border bg-raised px-4 text-sm whitespace-nowrap shadow-float hover:bg-hover pointer-coarse:h-10"
        >
          <ArrowDown className="size-4" aria-hidden /> {t(isWriting ? "newMessages" : "jumpToLatest")}
        </button>
      )}
    </>
  );
}
