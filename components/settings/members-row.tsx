"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Me } from "@/components/data/groups";
import {
  type GroupMemberItem,
  type GroupRole,
  refreshInvitations,
  refreshMembers,
} from "@/components/data/groups";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Select } from "@/components/ui/field";
import { Avatar, Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/operations";

export function MemberRow({ member, me }: { member: GroupMemberItem; me: Me }) {
  const t = useTranslations("settingsMembers");
  const isMe = member.id === me.id;
  const canChange = me.role === "owner" || (me.role === "admin" && member.role !== "owner");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={member.full_name} />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">
          {isMe
            ? t.rich("nameYou", {
                name: member.full_name,
                note: (text) => <span className="font-normal text-muted">{text}</span>,
              })
            : member.full_name}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{member.email}</p>
      </div>
      {canChange ? <RoleSelect member={member} me={me} /> : <Badge>{t(member.role)}</Badge>}
      {canChange && !isMe && <Remove member={member} groupId={me.groupId} />}
    </div>
  );
}

const rolesFor = (me: Me): GroupRole[] =>
  me.role === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];

function RoleSelect({ member, me }: { member: GroupMemberItem; me: Me }) {
  const t = useTranslations("settingsMembers");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const change = useMutation({
    mutationFn: (role: GroupRole) =>
      call(groupsApi.updateGroupMember, { params: { id: me.groupId, user_id: member.id }, body: { role } }),
    onSuccess: ({ full_name, role }) => {
      say(t("roleChanged", { name: full_name, role }));
      // Reloads what the server renders, because it depends on the user's own role.
      if (member.id === me.id) router.refresh();
    },
    onError: say,
    onSettled: () => refreshMembers(client, me.groupId),
  });
  return (
    <div className="w-36">
      <Select
        aria-label={t("roleOf", { name: member.full_name })}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value as GroupRole)}
      >
        {rolesFor(me).map((role) => (
          <option key={role} value={role}>
            {t(role)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Remove({ member, groupId }: { member: GroupMemberItem; groupId: string }) {
  const t = useTranslations("settingsMembers");
  const client = useQueryClient();
  const say = useToast();
  async function remove() {
    await call(groupsApi.removeGroupMember, { params: { id: groupId, user_id: member.id } });
    say(t("removed", { name: member.full_name }));
    await Promise.all([refreshMembers(client, groupId), refreshInvitations(client, groupId)]);
  }
  return (
    <ConfirmButton
      action={t("remove")}
      question={t("removeQuestion", { name: member.full_name })}
      onConfirm={remove}
      size="small"
    >
      {t("removeHelp", { name: member.full_name })}
    </ConfirmButton>
  );
}
