import Link from "next/link";
import { getTranslations } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";

export default async function NoSuchGroup() {
  const t = await getTranslations("docs");
  return (
    <main className="mx-auto max-w-prose px-4 py-24 text-center">
      <h1 className="text-xl font-semibold">{t("notFound")}</h1>
      <p className="mt-2 mb-6 text-muted">{t("notFoundHelp")}</p>
      <Link href="/docs" className={getButtonClass({ variant: "primary" })}>
        {t("openReference")}
      </Link>
    </main>
  );
}
