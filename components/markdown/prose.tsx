import type { ReactNode } from "react";

export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="prose wrap-anywhere">{children}</div>
);
