import type { ReactNode } from "react";

/** What a preview is made of. */
export type Shown = {
  code: string;
  /** As the file it would be. */
  name: string;
  /** It has the room of a dialog. */
  isLarge: boolean;
  /** Its reader has asked for it already. */
  isWanted?: boolean;
  /** The code, for what cannot be shown. */
  pre: ReactNode;
  /** Called once it is there, or why it is not: whether it can be printed as it is shown. */
  onDrawn: (isDrawn: boolean) => void;
};
/** What shows one kind of preview. */
export type Show = (shown: Shown) => ReactNode;

/** Why something has no preview, above its code. */
export const NoPreview = ({ children, pre }: { children: ReactNode; pre: ReactNode }) => (
  <>
    <p role="status" className="border-b px-3 py-2 text-sm">
      {children}
    </p>
    {pre}
  </>
);
