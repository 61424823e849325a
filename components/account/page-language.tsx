"use client";

import Globe from "lucide-react/icons/globe";
import { useRouter } from "next/navigation";
import { storeLanguage } from "@/components/browser/device-storage";
import { useReaderLocale, useTranslations } from "@/components/i18n/words";
import { LanguageSelect } from "@/components/ui/language-select";

export function PageLanguage() {
  const t = useTranslations("account");
  const { language } = useReaderLocale();
  const router = useRouter();
  return (
    <div className="mt-6 flex items-center justify-center gap-2 text-muted noscript:hidden">
      <Globe className="size-4" aria-hidden />
      <LanguageSelect
        aria-label={t("language")}
        value={language}
        onChange={(chosen) => {
          storeLanguage(chosen);
          router.refresh();
        }}
        className="w-auto border-transparent bg-transparent"
      />
    </div>
  );
}
