"use client";

import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Usage } from "./usage";

export function Visitors({ chat }: { chat: Chat }) {
  const t = useTranslations("inbox");
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t("inInbox")}</p>
      <Link href={`/inbox?box=all&chat=${chat.id}`} className={getButtonClass()}>
        {t("openInbox")}
      </Link>
      <Usage chat={chat.uuid} />
    </div>
  );
}
