"use client";

import { useQuery } from "@tanstack/react-query";
import { groupQuery } from "@/components/data/groups";
import { leaveGroup } from "@/components/sidebar/switch-group";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Read } from "@/components/ui/read";
import { FactList, PageSection, Section } from "@/components/ui/section";
import { NewGroup, RenameGroup } from "./group-forms";

/** The group's name, and the ways out of it and into a further one. */
export function GroupSettings({ groupId }: { groupId: string }) {
  const asked = useQuery(groupQuery(groupId));
  const group = asked.data;
  return (
    <PageSection title="Group" lead="All chats, assistants and files belong to a group.">
      <Read query={asked} loading="The group is being read." className="h-24">
        {(group) =>
          group.role === "owner" ? (
            <RenameGroup group={group} />
          ) : (
            <FactList>
              <div className="px-4 py-3">
                <dt className="text-sm text-muted">Name</dt>
                <dd className="wrap-anywhere">{group.name}</dd>
              </div>
            </FactList>
          )
        }
      </Read>
      <Section
        title="Leave this group"
        help={
          group?.role === "owner"
            ? "A group keeps at least one owner: make somebody else an owner before you leave as the last one."
            : "Somebody has to invite you again if you want to come back."
        }
      >
        <div className="mt-2 -ml-3">
          <ConfirmButton
            action="Leave"
            question={`Leave “${group?.name ?? "this group"}”?`}
            onConfirm={leaveGroup}
            size="small"
          >
            You are signed out of it on all devices, and your API tokens for it stop working. Your chats stay
            in the group.
          </ConfirmButton>
        </div>
      </Section>
      <Section title="New group">
        <div className="mt-3">
          <NewGroup />
        </div>
      </Section>
    </PageSection>
  );
}
