"use client";

import { useMutation } from "@tanstack/react-query";
import UserMinus from "lucide-react/icons/user-minus";
import { type Member, type Role, useRefreshMembers } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { roleNames } from "@/components/data/roles";
import { useOnline } from "@/components/live/presence";
import { IconButton } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Select } from "@/components/ui/field";
import { Avatar, Badge } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/contract";

type Props = { chat: Chat; member: Member; meId: number };

/** One person of the chat with what the reader may do about them. */
export function MemberRow({ chat, member, meId }: Props) {
  const isMe = member.id === meId;
  const mayChange = chat.my_role === "owner" || (chat.my_role === "admin" && member.role !== "owner");
  const readAgain = useRefreshMembers(chat.uuid);
  const change = useMutation({
    mutationFn: (role: Role) =>
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
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="truncate text-xs text-muted" title={member.email}>
          {member.mention_name ? `@${member.mention_name}` : member.email}
        </p>
      </div>
      {mayChange ? (
        <div className="ml-auto flex items-center">
          <Select
            className="w-32!"
            aria-label={`Role of ${member.full_name}`}
            value={change.isPending ? change.variables : member.role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.value as Role)}
          >
            {(Object.keys(roleNames) as Role[])
              .filter((role) => role !== "owner" || chat.my_role === "owner")
              .map((role) => (
                <option key={role} value={role}>
                  {roleNames[role]}
                </option>
              ))}
          </Select>
          {!isMe && <Remove chat={chat} member={member} />}
        </div>
      ) : (
        <Badge>{roleNames[member.role]}</Badge>
      )}
      {change.error && (
        <p role="alert" className="w-full text-danger">
          {change.error.message}
        </p>
      )}
    </li>
  );
}

function Presence({ member, isMe }: { member: Member; isMe: boolean }) {
  const isOnline = useOnline(member.id, member.is_online) || isMe;
  return (
    <span className="relative">
      <Avatar name={member.full_name} />
      {isOnline && (
        <span className="absolute right-0 bottom-0 size-2.5 rounded-full border-2 border-surface bg-success" />
      )}
      <span className="sr-only">{isOnline ? "Online" : "Not online"}</span>
    </span>
  );
}

function Remove({ chat, member }: { chat: Chat; member: Member }) {
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
      label={`Remove ${member.full_name}`}
      onClick={() =>
        confirm({
          title: `Remove ${member.full_name}?`,
          text: `${member.full_name} no longer sees this chat. What they wrote stays.`,
          action: "Remove",
          onConfirm: remove,
        })
      }
    >
      <UserMinus aria-hidden />
    </IconButton>
  );
}
