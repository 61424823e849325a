import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/states";

/** What an assistant or another person says: on the left, under their name. */
export const ReplyFrame = ({
  name,
  emoji,
  url,
  isContinued = false,
  children,
}: {
  /** Empty while it is not known. */
  name: string;
  emoji?: string | null;
  url?: string | null;
  /** The message above is of the same author: it names them for both. */
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

/** What one says oneself: on the right, in a bubble. */
export const OwnFrame = ({ children, isPale = false }: { children: ReactNode; isPale?: boolean }) => (
  <div
    // What is previewed is as wide as there is room.
    className={`ms-auto w-fit max-w-[85%] has-[[role=tabpanel]]:w-full max-sm:has-[[role=tabpanel]]:max-w-none rounded-xl bg-accent-soft px-4 py-2 text-reading forced-colors:border ${isPale ? "opacity-70" : ""}`}
  >
    {children}
  </div>
);
