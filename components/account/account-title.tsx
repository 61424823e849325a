import type { ReactNode } from "react";

/** The heading of a page around sign-in and sign-up. */
export const AccountTitle = ({ children }: { children: ReactNode }) => (
  <h1 className="text-title">{children}</h1>
);
