import type { ReactNode } from "react";

export type PreviewSource = {
  code: string;
  name: string;
  isLarge: boolean;
  /** True if the reader has already requested the preview. */
  isWanted?: boolean;
  pre: ReactNode;
  /** Called when the preview was drawn or has failed. The argument is true if it can be printed as shown. */
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
