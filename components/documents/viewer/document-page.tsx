"use client";

import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRouter } from "next/navigation";
import { documentQuery } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import type { DocumentPosition } from "./place";
import { DocumentPreview } from "./preview";

export function DocumentPage({ id, chat, place }: { id: number; chat?: string; place: DocumentPosition }) {
  const t = useTranslations("documents");
  const { data: document } = useQuery(documentQuery(id));
  const router = useRouter();
  const back = chat ? `/chats/${chat}` : "/documents";
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <Link href={back} className="flex w-fit items-center gap-1 text-sm text-muted hover:text-ink">
          <ArrowLeft className="size-4" aria-hidden /> {t(chat ? "backToChat" : "title")}
        </Link>
        <h1 className="mt-1 mb-2 text-title wrap-anywhere">{document?.file_name ?? t("document")}</h1>
        <DocumentPreview id={id} place={place} onGone={() => router.push(back)} />
      </div>
    </div>
  );
}
