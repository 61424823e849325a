"use client";

import CornerUpLeft from "lucide-react/icons/corner-up-left";
import X from "lucide-react/icons/x";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { type Quoted, toOneLine } from "./quote";

export function ReplyingTo({ quoted, onCancel }: { quoted: Quoted; onCancel: () => void }) {
  const t = useTranslations("chatOutgoing");
  return (
    <section
      aria-label={t("replyingTo")}
      className="mx-2 mb-1 flex items-center gap-2 rounded-lg bg-hover py-0.5 pe-0.5 ps-3 text-sm"
    >
      <CornerUpLeft className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-semibold">{quoted.name}</span> {toOneLine(quoted.text)}
      </p>
      <IconButton label={t("cancelReply")} onClick={onCancel} className="size-8! pointer-coarse:size-10!">
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
