"use client";

import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { CopyField } from "./copy-field";
import { PublicSwitch } from "./public-switch";
import { QrCode } from "./qr-code";
import { ShareLinksSection } from "./read-only-links";

export const Share = ({ chat, onLeave }: { chat: Chat; onLeave?: () => void }) => (
  <div className="space-y-6 py-4">
    <ShareLinksSection chat={chat} />
    {!chat.is_visitor && (chat.is_public || chat.my_role !== "member") && (
      <PublicLink chat={chat} onLeave={onLeave} />
    )}
  </div>
);

function PublicLink({ chat, onLeave }: { chat: Chat; onLeave: (() => void) | undefined }) {
  const t = useTranslations("share");
  const url = chat.public_url;
  return (
    <div className="space-y-6 border-t pt-6">
      <PublicSwitch chat={chat} />
      {url && (
        <>
          <CopyField label={t("link")} text={url} />
          <QrCode text={url} />
          <p>
            <Link
              href={`/chats/${chat.uuid}/report`}
              onClick={onLeave}
              className="underline underline-offset-2"
            >
              {t("report")}
            </Link>
          </p>
        </>
      )}
      {chat.my_role !== "member" && (
        <p className="space-y-2">
          <span className="block text-muted">{t("publishHelp")}</span>
          <Link href={`/chats/${chat.uuid}/publish`} onClick={onLeave} className={getButtonClass()}>
            {t("publish")}
          </Link>
        </p>
      )}
    </div>
  );
}
