"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type Me, membersQuery } from "@/components/data/groups";
import { Invitations } from "./members-invitations";
import { PagedList } from "./members-list";
import { MemberRow } from "./members-row";
import { SettingsSection } from "./settings-section";

/** Who is in the group and who is invited; owners and admins change it. */
export function Members({ me }: { me: Me }) {
  const members = useInfiniteQuery(membersQuery(me.groupId));
  return (
    <SettingsSection
      title="Members"
      lead={
        me.role === "member"
          ? "Who is in the group. Owners and admins invite and remove people."
          : "Who is in the group, and who is invited."
      }
    >
      {me.role !== "member" && <Invitations groupId={me.groupId} />}
      <h2 className={me.role === "member" ? "font-medium" : "mt-8 font-medium"}>In the group</h2>
      <PagedList query={members} loading="The members are being read." empty="Nobody.">
        {(member) => <MemberRow member={member} me={me} />}
      </PagedList>
    </SettingsSection>
  );
}
