import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/states";

export const ReplyFrame = ({
  name,
  emoji,
  url,
  isContinued = false,
  children,
}: {
  /** Empty while loading. */
  name: string;
  emoji?: string | null;
  url?: string | null;
  isContinued?: boolean;
  children: ReactNode;
}) => (
  <div className="flex gap-3">
    {isContinued ? (
      <div className="w-7 shrink-0 max-sm:hidden" />
    ) : (
      <Avatar name={name} emoji={emoji} url={url} className="size-7 text-[0.6875rem] max-sm:hidden" />
    )}
    <div className="min-w-0 flex-1">
      {!isContinued && (
        <p className="mb-1 flex min-h-5 items-center gap-2 text-sm font-semibold">
          <Avatar name={name} emoji={emoji} url={url} className="size-5 text-[0.5625rem] sm:hidden" />
          {name}
        </p>
      )}
      {children}
    </div>
  </div>
);

export const OwnFrame = ({ children, isPale = false }: { children: ReactNode; isPale?: boolean }) => (
  <div
    // Previews use the full width.
    className={`ms-auto w-fit max-w-[85%] has-[[role=tabpanel]]:w-full max-sm:has-[[role=tabpanel]]:max-w-none rounded-xl bg-accent-soft px-4 py-2 text-reading forced-colors:border ${isPale ? "opacity-70" : ""}`}
  >
    {children}
  </div>
);
