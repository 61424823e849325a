import type { ReactNode } from "react";

/** The quiet page around sign-in and sign-up. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-8 text-lg font-semibold tracking-tight">Parley</p>
        {children}
      </div>
    </main>
  );
}
