"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type Me, membersQuery } from "@/components/data/groups";
import { useTranslations } from "@/components/i18n/words";
import { PagedList } from "@/components/ui/read";
import { PageSection, Section } from "@/components/ui/section";
import { Invitations } from "./members-invitations";
import { MemberRow } from "./members-row";

export function Members({ me }: { me: Me }) {
  const t = useTranslations("settingsMembers");
  const title = useTranslations("settings")("members");
  const members = useInfiniteQuery(membersQuery(me.groupId));
  return (
    <PageSection title={title} lead={t(me.role === "member" ? "leadMember" : "lead")}>
      {me.role !== "member" && <Invitations groupId={me.groupId} />}
      <Section title={t("inGroup")} className={me.role === "member" ? "" : "mt-8"}>
        <PagedList query={members} loading={t("loading")} empty={t("empty")}>
          {(member) => <MemberRow member={member} me={me} />}
        </PagedList>
      </Section>
    </PageSection>
  );
}
