import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/states";

/** What an assistant or another person says: on the left, under their name. */
export const ReplyFrame = ({
  name,
  emoji,
  children,
}: {
  name: string;
  emoji?: string | null;
  children: ReactNode;
}) => (
  <div className="flex gap-3">
    <Avatar name={name} emoji={emoji} className="mt-0.5 size-7 text-[0.6875rem] max-sm:hidden" />
    <div className="min-w-0 flex-1">
      <p className="mb-1 flex items-center gap-2 text-sm font-semibold">
        <Avatar name={name} emoji={emoji} className="size-5 text-[0.5625rem] sm:hidden" />
        {name}
      </p>
      {children}
    </div>
  </div>
);

/** What one says oneself: on the right, in a bubble. */
export const OwnFrame = ({ children, isPale = false }: { children: ReactNode; isPale?: boolean }) => (
  <div
    // What is previewed is as wide as there is room.
    className={`ml-auto w-fit max-w-[85%] has-[[role=tabpanel]]:w-full max-sm:has-[[role=tabpanel]]:max-w-none rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5 ${isPale ? "opacity-70" : ""}`}
  >
    {children}
  </div>
);
