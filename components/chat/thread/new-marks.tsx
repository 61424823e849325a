import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";

export function NewMark({ onSeen }: { onSeen: () => void }) {
  const t = useTranslations("chat");
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) onSeen();
    });
    watch.observe(line.current!);
    return () => watch.disconnect();
  }, [onSeen]);
  return (
    <p ref={line} className="flex items-center gap-3 pb-6 font-medium text-highlight text-xs">
      <span className="h-px flex-1 bg-highlight" />
      {t("newMessages")}
      <span className="h-px flex-1 bg-highlight" />
    </p>
  );
}

/**
 * Bar that leads to the first new message while that message is above the viewport. The bar overlays the full width,
 * so that it never covers only half a line and doesn't move the thread.
 */
export function ToNew({ count, onGo }: { count: number; onGo: () => void }) {
  const t = useTranslations("chat");
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <div className="appear absolute inset-x-0 top-0 flex justify-center border-b bg-page py-1">
      <button
        type="button"
        onClick={onGo}
        className="inline-flex h-8 items-center gap-2 rounded-full border bg-raised px-4 text-sm hover:bg-hover pointer-coarse:h-10"
      >
        <ArrowUp className="size-4" aria-hidden /> {t("countNew", { count })}
      </button>
    </div>
  );
}
