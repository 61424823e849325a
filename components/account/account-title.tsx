import type { ReactNode } from "react";

export const AccountTitle = ({ children }: { children: ReactNode }) => (
  <h1 className="text-title">{children}</h1>
);
