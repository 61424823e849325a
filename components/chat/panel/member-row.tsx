"use client";

import { useMutation } from "@tanstack/react-query";
import UserMinus from "lucide-react/icons/user-minus";
import { type ChatMember, type ChatRole, useRefreshMembers } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { useOnline } from "@/components/live/presence";
import { IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Select } from "@/components/ui/field";
import { Avatar, Badge } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/operations";

const roles = ["owner", "admin", "member"] as const satisfies ChatRole[];

type MemberRowProps = { chat: Chat; member: ChatMember; meId: number };

export function MemberRow({ chat, member, meId }: MemberRowProps) {
  const t = useTranslations("chatPanel");
  const problem = useProblem();
  const isMe = member.id === meId;
  const canChange = chat.my_role === "owner" || (chat.my_role === "admin" && member.role !== "owner");
  const readAgain = useRefreshMembers(chat.uuid);
  const change = useMutation({
    mutationFn: (role: ChatRole) =>
      call(chatMembersApi.updateChatMember, {
        params: { chat_id: chat.uuid, user_id: member.id },
        body: { role },
      }),
    onSettled: readAgain,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Presence member={member} isMe={isMe} />
      <div className="min-w-0 flex-1 basis-24">
        <p className="font-medium wrap-anywhere">
          {member.full_name}
          {isMe && <span className="font-normal text-muted"> {t("you")}</span>}
        </p>
        <p className="truncate text-xs text-muted" title={member.email}>
          {member.mention_name ? `@${member.mention_name}` : member.email}
        </p>
      </div>
      {canChange ? (
        <div className="ms-auto flex items-center">
          <Select
            className="w-32!"
            aria-label={t("roleOf", { name: member.full_name })}
            value={change.isPending ? change.variables : member.role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.value as ChatRole)}
          >
            {roles
              .filter((role) => role !== "owner" || chat.my_role === "owner")
              .map((role) => (
                <option key={role} value={role}>
                  {t(role)}
                </option>
              ))}
          </Select>
          {!isMe && <Remove chat={chat} member={member} />}
        </div>
      ) : (
        <Badge>{t(member.role)}</Badge>
      )}
      {change.error && (
        <p role="alert" className="w-full text-danger">
          {problem(change.error)}
        </p>
      )}
    </li>
  );
}

function Presence({ member, isMe }: { member: ChatMember; isMe: boolean }) {
  const t = useTranslations("chatPanel");
  const isOnline = useOnline(member.id, member.is_online) || isMe;
  return (
    <span className="relative">
      <Avatar name={member.full_name} />
      {isOnline && (
        <span className="absolute end-0 bottom-0 size-2.5 rounded-full border-2 border-surface bg-success" />
      )}
      <span className="sr-only">{t(isOnline ? "online" : "offline")}</span>
    </span>
  );
}

function Remove({ chat, member }: { chat: Chat; member: ChatMember }) {
  const t = useTranslations("chatPanel");
  const confirm = useConfirm();
  const readAgain = useRefreshMembers(chat.uuid);
  async function remove() {
    await call(chatMembersApi.removeChatMembers, {
      params: { chat_id: chat.uuid },
      body: { user_ids: [member.id] },
    });
    await readAgain();
  }
  return (
    <IconButton
      label={t("removeNamed", { name: member.full_name })}
      onClick={() =>
        confirm({
          title: t("removeTitle", { name: member.full_name }),
          text: t("removeHelp", { name: member.full_name }),
          action: t("remove"),
          onConfirm: remove,
        })
      }
    >
      <UserMinus aria-hidden />
    </IconButton>
  );
}
