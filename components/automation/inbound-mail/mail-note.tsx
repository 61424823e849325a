"use client";

import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { parseMail } from "./mail-of";

export function MailNote({ message }: { message: Message }) {
  const t = useTranslations("inboundMails");
  const mail = parseMail(message);
  if (!mail) return null;
  return (
    <div className="mt-2 text-sm text-muted">
      <p className="wrap-anywhere">
        {t(getSentenceKey(mail), { sender: mail.from ?? "", subject: mail.subject ?? "" })}
      </p>
      {mail.rest && (
        <details>
          <summary className="cursor-pointer">{t("quoted")}</summary>
          <p className="mt-1 max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{mail.rest}</p>
        </details>
      )}
    </div>
  );
}

function getSentenceKey({ from, subject }: { from?: string; subject?: string }) {
  if (from) return subject ? "byMailFromAbout" : "byMailFrom";
  return subject ? "byMailAbout" : "byMail";
}
