import Link from "next/link";
import { getTranslations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";

export default async function NotFound() {
  const t = await getTranslations("ui");
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        isPage
        title={t("notFound")}
        action={
          <Link href="/" className={getButtonClass({ variant: "primary" })}>
            {t("newChat")}
          </Link>
        }
      >
        {t("notFoundHelp")}
      </EmptyState>
    </div>
  );
}
