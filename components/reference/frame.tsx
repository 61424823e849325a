import Menu from "lucide-react/icons/menu";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { getTranslations } from "@/components/i18n/server";
import "./docs.css";
import { LanguageChoice } from "./language-choice";
import { Moved } from "./moved";
import { NAVIGATION_ID, Navigation } from "./navigation";
import type { Language } from "./samples";
import { Search } from "./search";

export async function Frame({
  language,
  children,
  ...navigation
}: { language: Language; children: ReactNode } & ComponentProps<typeof Navigation>) {
  const t = await getTranslations("docs");
  return (
    <div className="docs">
      <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-page px-3 lg:px-6">
        <button
          type="button"
          popoverTarget={NAVIGATION_ID}
          aria-label={t("operations")}
          className="flex size-10 shrink-0 items-center justify-center rounded-lg hover:bg-hover lg:hidden"
        >
          <Menu aria-hidden size={20} />
        </button>
        <Link href="/docs" className="shrink-0 font-semibold max-sm:sr-only lg:w-[15.75rem]">
          {t("name")}
        </Link>
        <Search />
        <a
          href="/api/v1/openapi.json"
          className="ms-auto shrink-0 text-sm text-muted hover:text-ink max-sm:hidden"
        >
          openapi.json
        </a>
        <LanguageChoice initial={language} />
      </header>
      <Moved />
      <div className="lg:grid lg:grid-cols-[17.25rem_minmax(0,1fr)] lg:items-start">
        <Navigation {...navigation} />
        <main className="mx-auto w-full max-w-[76rem] px-4 pt-8 pb-24 lg:px-10">{children}</main>
      </div>
    </div>
  );
}
