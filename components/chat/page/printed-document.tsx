import type { ReactNode } from "react";
import { getTranslations } from "@/components/i18n/server";
import { Paper } from "@/components/markdown/paper";
import { PrintButton } from "./print-button";

export async function PrintedDocument({
  name,
  isForPaper,
  nav,
  children,
}: {
  name: string;
  /** Previews are drawn before printing is requested. */
  isForPaper: boolean;
  nav: ReactNode;
  children: ReactNode;
}) {
  const t = await getTranslations("print");
  return (
    <Paper drawsAll={isForPaper}>
      <div className="printed mx-auto max-w-3xl bg-page px-4 py-8 text-ink sm:px-6">
        <nav
          aria-label={t("document")}
          className="mb-6 flex flex-wrap items-center justify-between gap-3 text-sm print:hidden"
        >
          {nav}
          <PrintButton label={t("print")} />
        </nav>
        <main>
          <h1 className="text-title wrap-anywhere">{name}</h1>
          {children}
        </main>
      </div>
    </Paper>
  );
}
