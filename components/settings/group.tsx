"use client";

import { useQuery } from "@tanstack/react-query";
import { groupQuery } from "@/components/data/groups";
import { SettingsSection, Unread } from "@/components/settings/settings-section";
import { leaveGroup } from "@/components/sidebar/switch-group";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Skeleton } from "@/components/ui/states";
import { NewGroup, RenameGroup } from "./group-forms";

/** The group's name, and the ways out of it and into a further one. */
export function GroupSettings({ groupId }: { groupId: string }) {
  const asked = groupQuery(groupId);
  const { data: group, error, refetch } = useQuery(asked);
  return (
    <SettingsSection title="Group" lead="All chats, assistants and files belong to a group.">
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!group && !error && (
        <div role="status">
          <span className="sr-only">The group is being read.</span>
          <Skeleton className="h-24" />
        </div>
      )}
      {group?.role === "owner" && <RenameGroup group={group} />}
      {group && group.role !== "owner" && (
        <dl className="divide-y divide-line rounded-xl border bg-surface">
          <div className="px-4 py-3">
            <dt className="text-sm text-muted">Name</dt>
            <dd className="wrap-anywhere">{group.name}</dd>
          </div>
        </dl>
      )}
      <h2 className="mt-8 font-medium">Leave this group</h2>
      <p className="mt-1 mb-2 text-sm text-muted">
        {group?.role === "owner"
          ? "A group keeps at least one owner: make somebody else an owner before you leave as the last one."
          : "Somebody has to invite you again if you want to come back."}
      </p>
      <div className="-ml-3">
        <ConfirmButton
          action="Leave"
          question={`Leave “${group?.name ?? "this group"}”?`}
          onConfirm={leaveGroup}
          size="small"
        >
          You are signed out of it on all devices, and your API tokens for it stop working. Your chats stay in
          the group.
        </ConfirmButton>
      </div>
      <h2 className="mt-8 mb-3 font-medium">New group</h2>
      <NewGroup />
    </SettingsSection>
  );
}
