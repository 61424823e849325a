import Link from "next/link";
import { getButtonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { getWords } from "@/components/words/server";

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
