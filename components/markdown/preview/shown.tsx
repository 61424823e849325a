import type { ReactNode } from "react";

export type PreviewSource = {
  code: string;
  name: string;
  isLarge: boolean;
  /** The reader has already requested it. */
  isWanted?: boolean;
  pre: ReactNode;
  /** Called when the preview was drawn or has failed; the argument tells if it can be printed as shown. */
  onDrawn: (isDrawn: boolean) => void;
};
export type Show = (source: PreviewSource) => ReactNode;

export const NoPreview = ({ children, pre }: { children: ReactNode; pre: ReactNode }) => (
  <>
    <p role="status" className="border-b px-3 py-2 text-sm">
      {children}
    </p>
    {pre}
  </>
);
