"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { usePathname, useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import { refreshVisitors, setVisitor, type Visitor, visitorQuery } from "@/components/data/visitors";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Link } from "@/components/ui/link";
import { Badge, ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { publicStaffApi } from "@/lib/channels/public-chats/operations";
import { chatsApi } from "@/lib/chat/chats/operations";
import { getLanguageName } from "./language-name";
import { useChangeConversation } from "./use-change-conversation";

const SnoozeDialog = lazy(() => import("./snooze-dialog").then((file) => ({ default: file.SnoozeDialog })));

export function VisitorBar({ chat }: { chat: Chat }) {
  const t = useTranslations("publicStaff");
  const problem = useProblem();
  const { data: visitor, error, refetch } = useQuery(visitorQuery(chat.uuid));
  if (error && !visitor)
    return <ErrorState what={t("visitorFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!visitor) return <div className="h-12 shrink-0 border-b" aria-hidden />;
  const { page, language } = visitor;
  return (
    <section
      aria-label={t("visitor")}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-3 py-2 text-sm md:px-5"
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <BackToInbox />
        {chat.parent_chat_uuid && (
          <Link
            href={`/chats/${chat.parent_chat_uuid}`}
            className="font-medium text-ink underline underline-offset-2"
          >
            {t("publicChat")}
          </Link>
        )}
        <span className="min-w-0 break-all">
          {[page ?? t("openedByLink"), language && getLanguageName(t.locale, language)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <Identity visitor={visitor} />
        <Status visitor={visitor} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <TakeOver visitor={visitor} />
        <Progress visitor={visitor} />
        {chat.my_role !== "member" && <Manage chat={chat} visitor={visitor} />}
      </div>
    </section>
  );
}

// Shown where the window is too narrow for the list.
function BackToInbox() {
  const t = useTranslations("inbox");
  const isInInbox = usePathname().startsWith("/inbox/");
  if (!isInInbox) return null;
  return (
    <Link href="/inbox" className="flex items-center gap-1 font-medium text-ink lg:hidden">
      <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden /> {t("title")}
    </Link>
  );
}

function Progress({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("inbox");
  const [isSnoozing, setSnoozing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const change = useChangeConversation();
  const { chat_uuid: chat, status } = visitor;
  const apply = async (body: Parameters<typeof change>[1]) => {
    setBusy(true);
    await change(chat, body);
    setBusy(false);
  };
  const isClosed = status === "closed";
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => void apply({ is_closed: !isClosed })}>
        {t(isClosed ? "reopen" : "close")}
      </Button>
      {status === "snoozed" ? (
        <Button size="small" busy={isBusy} onClick={() => void apply({ snoozed_until: null })}>
          {t("endSnooze")}
        </Button>
      ) : (
        <Button size="small" onClick={() => setSnoozing(true)}>
          {t("snooze")}
        </Button>
      )}
      {isSnoozing && (
        <Suspense>
          <SnoozeDialog chat={chat} onClose={() => setSnoozing(false)} />
        </Suspense>
      )}
    </>
  );
}

// Details about the visitor to read before writing.
function Identity({ visitor: { identity } }: { visitor: Visitor }) {
  const t = useTranslations("publicStaff");
  if (!identity) return null;
  const parts = (["name", "email", "id"] as const).filter((part) => identity[part]);
  return parts.map((part) => (
    <span key={part} className="min-w-0 break-all">
      <span className="text-ink">{identity[part]}</span>{" "}
      <Badge tone={identity.verified.includes(part) ? "accent" : undefined}>
        {t(identity.verified.includes(part) ? "verified" : "unverified")}
      </Badge>
    </span>
  ));
}

function Status({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("inbox");
  const moments = useMoments();
  const { status, snoozed_until: until, waiting_since: since, assigned_to: assignee } = visitor;
  return (
    <>
      {status === "closed" && <Badge>{t("closed")}</Badge>}
      {until && <Badge>{t("snoozedUntil", { time: moments.time(until) })}</Badge>}
      {since && <Badge tone="warning">{t("waitingSince", { time: moments.latest(since) })}</Badge>}
      {assignee && <Badge tone="accent">{t("assignedTo", { name: assignee.full_name })}</Badge>}
      <WhoAnswers visitor={visitor} />
    </>
  );
}

function WhoAnswers({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("publicStaff");
  const { is_blocked, has_left, is_taken_over, taken_over_by } = visitor;
  if (is_blocked) return <Badge tone="danger">{t("blocked")}</Badge>;
  if (has_left) return <Badge>{t("leftForAnother")}</Badge>;
  if (is_taken_over)
    return (
      <Badge tone="accent">
        {taken_over_by ? t("takenOverBy", { name: taken_over_by.full_name }) : t("takenOverByTeam")}
      </Badge>
    );
  return null;
}

function useAction(action: () => Promise<Visitor>) {
  const client = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: action,
    onSuccess: (visitor) => setVisitor(client, visitor),
    onError: say,
  });
}

function TakeOver({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("publicStaff");
  const { is_taken_over: isTakenOver, chat_uuid: chat_id } = visitor;
  const operation = isTakenOver ? publicStaffApi.handBack : publicStaffApi.takeOver;
  const action = useAction(() => call(operation, { params: { chat_id } }));
  return (
    <Button size="small" busy={action.isPending} onClick={() => action.mutate()}>
      {t(isTakenOver ? "handBack" : "takeOver")}
    </Button>
  );
}

function Manage({ chat, visitor }: { chat: Chat; visitor: Visitor }) {
  const t = useTranslations("publicStaff");
  const client = useQueryClient();
  const router = useRouter();
  const isInInbox = usePathname().startsWith("/inbox/");
  const say = useToast();
  const params = { chat_id: visitor.public_chat_id, conversation_id: visitor.chat_id };
  const block = useAction(() => call(publicStaffApi.blockVisitor, { params }));
  const unblock = useAction(() => call(publicStaffApi.unblockVisitor, { params }));
  async function remove() {
    await call(chatsApi.deleteChat, { params: { chat_id: chat.uuid } });
    say(t("deleted"));
    const publicChat = chat.parent_chat_uuid ? `/chats/${chat.parent_chat_uuid}` : "/";
    router.push(isInInbox ? "/inbox" : publicChat);
    await refreshVisitors(client);
  }
  return (
    <>
      {visitor.is_blocked ? (
        <Button size="small" busy={unblock.isPending} onClick={() => unblock.mutate()}>
          {t("unblock")}
        </Button>
      ) : (
        <ConfirmButton
          action={t("block")}
          question={t("blockQuestion")}
          onConfirm={() => block.mutateAsync()}
          size="small"
        >
          {t("blockHelp")}
        </ConfirmButton>
      )}
      <ConfirmButton action={t("delete")} question={t("deleteQuestion")} onConfirm={remove} size="small">
        {t("deleteHelp")}
      </ConfirmButton>
    </>
  );
}
