"use client";

import { useQuery } from "@tanstack/react-query";
import { chatQuery } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { QueryBoundary } from "@/components/ui/read";
import { Share } from "./share";

export function ShareDialog({ uuid, name, onClose }: { uuid: string; name: string; onClose: () => void }) {
  const t = useTranslations("share");
  const chat = useQuery(chatQuery(uuid));
  return (
    <Dialog open onClose={onClose} title={t("titleOf", { name })} className="sm:w-[36rem]">
      <QueryBoundary query={chat} loading={t("loading")} className="h-64">
        {(loaded) => <Share chat={loaded} onLeave={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}
