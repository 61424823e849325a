import type { ReactNode } from "react";

export type Shown = {
  code: string;
  /** File name of the code. */
  name: string;
  /** Shown in a dialog. */
  isLarge: boolean;
  /** The reader has already requested it. */
  isWanted?: boolean;
  /** Code shown when there is no preview. */
  pre: ReactNode;
  /** Called when the preview was drawn or has failed; the argument tells if it can be printed as shown. */
  onDrawn: (isDrawn: boolean) => void;
};
export type Show = (shown: Shown) => ReactNode;

/** Reason for a missing preview, above the code. */
export const NoPreview = ({ children, pre }: { children: ReactNode; pre: ReactNode }) => (
  <>
    <p role="status" className="border-b px-3 py-2 text-sm">
      {children}
    </p>
    {pre}
  </>
);
