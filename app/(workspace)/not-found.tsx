import Link from "next/link";
import { getWords } from "@/components/i18n/server";
import { getButtonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";

export default async function NotFound() {
  const t = await getWords("ui");
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
