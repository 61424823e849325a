"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { membersQuery } from "@/components/data/chat-members";
import { type Chat, refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/operations";
import { AddPeople } from "./add-people";
import { MemberRow } from "./member-row";

export function Members({ chat }: { chat: Chat }) {
  const t = useTranslations("chatPanel");
  const problem = useProblem();
  const { data: members, error, refetch } = useQuery(membersQuery(chat.uuid));
  const { me } = usePeople();
  if (error && !members)
    return <ErrorState what={t("membersFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!members)
    return (
      <div role="status">
        <span className="sr-only">{t("loadingMembers")}</span>
        <Skeleton className="h-40" />
      </div>
    );
  const isOnlyOne = members.length === 1;
  return (
    <div className="flex flex-col gap-5">
      {chat.my_role !== "member" && <AddPeople chat={chat} members={members} />}
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <MemberRow key={member.id} chat={chat} member={member} meId={me.id} />
        ))}
      </ul>
      <Leave chat={chat} isOnlyOne={isOnlyOne} />
    </div>
  );
}

function Leave({ chat, isOnlyOne }: { chat: Chat; isOnlyOne: boolean }) {
  const t = useTranslations("chatPanel");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  async function leave() {
    await call(chatMembersApi.leaveChat, { params: { chat_id: chat.uuid } });
    say(t(isOnlyOne ? "deleted" : "left", { name: chat.name }));
    router.push("/");
    await refreshChats(client);
  }
  return (
    <div className="border-t pt-4">
      <ConfirmButton
        action={t("leave")}
        question={t("leaveTitle", { name: chat.name })}
        onConfirm={leave}
        size="small"
      >
        {t(isOnlyOne ? "leaveLastHelp" : "leaveHelp")}
      </ConfirmButton>
    </div>
  );
}
