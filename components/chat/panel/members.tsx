"use client";

import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { AddPeople } from "./add-people";
import { MemberRow } from "./member-row";
import { useLeaveChat } from "./use-leave-chat";

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
  return (
    <div className="flex flex-col gap-5">
      {chat.my_role !== "member" && <AddPeople chat={chat} members={members} />}
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <MemberRow key={member.id} chat={chat} member={member} meId={me.id} />
        ))}
      </ul>
      <Leave chat={chat} />
    </div>
  );
}

function Leave({ chat }: { chat: Chat }) {
  const { label, title, text, leave } = useLeaveChat(chat);
  return (
    <div className="border-t pt-4">
      <ConfirmButton action={label} question={title} onConfirm={leave} size="small">
        {text}
      </ConfirmButton>
    </div>
  );
}
