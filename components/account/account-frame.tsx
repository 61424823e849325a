import type { ReactNode } from "react";
import { PageLanguage } from "./page-language";

export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10 safe-bottom">
      <div className="w-full max-w-sm sm:max-w-md">
        <p className="mb-6 flex items-center gap-2.5 text-title sm:justify-center">
          <img src="/icon.svg" alt="" width={28} height={28} /> Parley
        </p>
        <div className="sm:rounded-2xl sm:border sm:bg-surface sm:p-8 sm:shadow-rest">{children}</div>
        <PageLanguage />
      </div>
    </main>
  );
}
