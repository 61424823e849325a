import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useRef, useState } from "react";

/** The line above the first new message. */
export function NewMark({ onSeen }: { onSeen: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen());
    watch.observe(line.current!);
    return () => watch.disconnect();
  }, [onSeen]);
  return (
    <p ref={line} className="flex items-center gap-3 pt-2 pb-4 font-medium text-highlight text-xs">
      <span className="h-px flex-1 bg-highlight" />
      New messages
      <span className="h-px flex-1 bg-highlight" />
    </p>
  );
}

/** The way up to the new messages, once it is known that they are not in sight. */
export function ToNew({ count, onGo }: { count: number; onGo: () => void }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <button
      type="button"
      onClick={onGo}
      className="appear absolute top-3 left-1/2 inline-flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-float hover:bg-hover pointer-coarse:py-2.5"
    >
      <ArrowUp className="size-4" aria-hidden /> {count === 1 ? "1 new message" : `${count} new messages`}
    </button>
  );
}
