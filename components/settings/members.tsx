"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type Me, membersQuery } from "@/components/data/groups";
import { PagedList } from "@/components/ui/read";
import { PageSection, Section } from "@/components/ui/section";
import { Invitations } from "./members-invitations";
import { MemberRow } from "./members-row";

/** Who is in the group and who is invited; owners and admins change it. */
export function Members({ me }: { me: Me }) {
  const members = useInfiniteQuery(membersQuery(me.groupId));
  return (
    <PageSection
      title="Members"
      lead={
        me.role === "member"
          ? "Who is in the group. Owners and admins invite and remove people."
          : "Who is in the group, and who is invited."
      }
    >
      {me.role !== "member" && <Invitations groupId={me.groupId} />}
      <Section title="In the group" className={me.role === "member" ? "" : "mt-8"}>
        <PagedList query={members} loading="The members are being read." empty="Nobody.">
          {(member) => <MemberRow member={member} me={me} />}
        </PagedList>
      </Section>
    </PageSection>
  );
}
