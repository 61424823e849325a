"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Chat } from "@/components/data/chats";
import { type Mail, mailsQuery, refreshMails } from "@/components/data/inbound-mail";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useCopy } from "@/components/ui/use-copy";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { inboundMailApi } from "@/lib/automation/inbound-mail/contract";

/** The address of a chat, and for its admins the mails that came to it. */
export function Mails({ chat, address }: { chat: Chat; address: string }) {
  return (
    <div className="flex flex-col gap-5 pb-4">
      <Address address={address} />
      {chat.my_role === "member" ? (
        <p className="text-muted">
          Mails of others wait until an owner or admin of this chat has let them in.
        </p>
      ) : (
        <Came chat={chat.uuid} />
      )}
    </div>
  );
}

function Address({ address }: { address: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <section className="flex flex-col gap-2">
      <p className="text-muted">
        Members write to this chat by mail, each from the address of their account; the answer comes back as a
        mail.
      </p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-lg bg-sunken px-3 py-2 text-xs break-all">{address}</code>
        <Button size="small" onClick={() => void copy(address)}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
    </section>
  );
}

function Came({ chat }: { chat: string }) {
  const { data: mails, error, refetch } = useQuery(mailsQuery(chat));
  if (error && !mails)
    return (
      <ErrorState what="The mails cannot be read." reason={error.message} retry={() => void refetch()} />
    );
  if (!mails) return <Loading label="Reading the mails" className="h-40" />;
  if (mails.length === 0)
    return (
      <EmptyState title="No mails yet">Those of strangers will wait here until you let them in.</EmptyState>
    );
  const held = mails.filter(({ state }) => state === "held");
  const rest = mails.filter(({ state }) => state !== "held");
  return (
    <>
      {held.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">Waiting for you</h2>
          <ul aria-label="Mails that wait" className="flex flex-col divide-y">
            {held.map((mail) => (
              <Held key={mail.id} chat={chat} mail={mail} />
            ))}
          </ul>
        </section>
      )}
      {rest.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold">Earlier mails</h2>
          <ul aria-label="Earlier mails" className="flex flex-col divide-y">
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
const states = { accepted: "Let in", held: "Waits", refused: "Refused", ignored: "Ignored" };

function Head({ mail }: { mail: Mail }) {
  const timeZone = useTimeZone();
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{mail.subject || "(no subject)"}</span>
        <Badge tone={tones[mail.state]}>{states[mail.state]}</Badge>
      </p>
      <p className="text-xs text-muted wrap-anywhere">
        {mail.from_name && `${mail.from_name}, `}
        {mail.from_address}, {fullTime(mail.created_at, timeZone)}
      </p>
      {mail.reason && <p className="text-muted">{mail.reason}</p>}
    </>
  );
}

function Held({ chat, mail }: { chat: string; mail: Mail }) {
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
          With {mail.files.map(({ file_name }) => file_name).join(", ")}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          size="small"
          variant="primary"
          busy={approve.isPending}
          disabled={isBusy}
          aria-label={`Let in “${what}”`}
          onClick={() => approve.mutate()}
        >
          Let in
        </Button>
        <Button
          size="small"
          busy={refuse.isPending}
          disabled={isBusy}
          aria-label={`Refuse “${what}”`}
          onClick={() => refuse.mutate()}
        >
          Refuse
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </li>
  );
}
