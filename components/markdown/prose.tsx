import type { ReactNode } from "react";

/** The look of written text (`globals.css`). */
export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="prose wrap-anywhere">{children}</div>
);
