"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Chat } from "@/components/data/chats";
import { type Mail, mailsQuery, refreshMails } from "@/components/data/inbound-mail";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useCopy } from "@/components/ui/use-copy";
import { call } from "@/lib/api/client";
import { inboundMailApi } from "@/lib/automation/inbound-mail/operations";
import { listFormat } from "@/lib/platform/words/translate";

export function Mails({ chat, address }: { chat: Chat; address: string }) {
  const t = useTranslations("inboundMails");
  return (
    <div className="flex flex-col gap-5 pb-4">
      <Address address={address} />
      {chat.my_role === "member" ? (
        <p className="text-muted">{t("managersOnly")}</p>
      ) : (
        <Came chat={chat.uuid} />
      )}
    </div>
  );
}

function Address({ address }: { address: string }) {
  const t = useTranslations("inboundMails");
  const { isCopied, copy } = useCopy();
  return (
    <section className="flex flex-col gap-2">
      <p className="text-muted">{t("addressHelp")}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-lg bg-sunken px-3 py-2 text-xs break-all">{address}</code>
        <Button size="small" onClick={() => void copy(address)}>
          {t(isCopied ? "copied" : "copy")}
        </Button>
      </div>
    </section>
  );
}

function Came({ chat }: { chat: string }) {
  const t = useTranslations("inboundMails");
  const problem = useProblem();
  const { data: mails, error, refetch } = useQuery(mailsQuery(chat));
  if (error && !mails)
    return <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!mails) return <Loading label={t("loading")} className="h-40" />;
  if (mails.length === 0) return <EmptyState title={t("noMails")}>{t("noMailsHelp")}</EmptyState>;
  const held = mails.filter(({ state }) => state === "held");
  const rest = mails.filter(({ state }) => state !== "held");
  return (
    <>
      {held.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{t("waitingForYou")}</h2>
          <ul aria-label={t("waitingMails")} className="flex flex-col divide-y">
            {held.map((mail) => (
              <Held key={mail.id} chat={chat} mail={mail} />
            ))}
          </ul>
        </section>
      )}
      {rest.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">{t("earlier")}</h2>
          <ul aria-label={t("earlier")} className="flex flex-col divide-y">
            {rest.map((mail) => (
              <li key={mail.id} className="flex flex-col gap-1 py-2">
                <Head mail={mail} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const tones = { accepted: "success", held: "warning", refused: "neutral", ignored: "neutral" } as const;
const states = { accepted: "accepted", held: "waiting", refused: "refused", ignored: "ignored" } as const;

function Head({ mail }: { mail: Mail }) {
  const t = useTranslations("inboundMails");
  const moments = useMoments();
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{mail.subject || t("noSubject")}</span>
        <Badge tone={tones[mail.state]}>{t(states[mail.state])}</Badge>
      </p>
      <p className="text-xs text-muted wrap-anywhere">
        {[mail.from_name, mail.from_address, moments.fullTime(mail.created_at)].filter(Boolean).join(" · ")}
      </p>
      {mail.reason && (
        <p className="text-muted">
          <Reason>{mail.reason}</Reason>
        </p>
      )}
    </>
  );
}

function Held({ chat, mail }: { chat: string; mail: Mail }) {
  const t = useTranslations("inboundMails");
  const problem = useProblem();
  const client = useQueryClient();
  const params = { chat_id: chat, mail_id: mail.id };
  const readAgain = () => refreshMails(client);
  const approve = useMutation({
    mutationFn: () => call(inboundMailApi.approveInboundMail, { params }),
    onSettled: readAgain,
  });
  const refuse = useMutation({
    mutationFn: () => call(inboundMailApi.refuseInboundMail, { params }),
    onSettled: readAgain,
  });
  const error = approve.error ?? refuse.error;
  const isBusy = approve.isPending || refuse.isPending;
  const what = mail.subject || mail.from_address;
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <Head mail={mail} />
      <p className="max-h-40 overflow-y-auto rounded-xl bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        {mail.text}
      </p>
      {mail.files.length > 0 && (
        <p className="text-muted wrap-anywhere">
          {t("attached", {
            files: listFormat(t.locale).format(mail.files.map(({ file_name }) => file_name)),
          })}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          size="small"
          variant="primary"
          busy={approve.isPending}
          disabled={isBusy}
          aria-label={t("acceptMail", { mail: what })}
          onClick={() => approve.mutate()}
        >
          {t("accept")}
        </Button>
        <Button
          size="small"
          busy={refuse.isPending}
          disabled={isBusy}
          aria-label={t("refuseMail", { mail: what })}
          onClick={() => refuse.mutate()}
        >
          {t("refuse")}
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {problem(error)}
        </p>
      )}
    </li>
  );
}
