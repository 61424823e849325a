"use client";

import { useQuery } from "@tanstack/react-query";
import { groupQuery } from "@/components/data/groups";
import { leaveGroup } from "@/components/data/switch-group";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { QueryBoundary } from "@/components/ui/read";
import { FactList, PageSection, Section } from "@/components/ui/section";
import { MembersField, NewGroup, RenameGroup } from "./group-forms";

export function GroupSettings({ groupId }: { groupId: string }) {
  const t = useTranslations("settingsGroup");
  const title = useTranslations("settings")("group");
  const asked = useQuery(groupQuery(groupId));
  const group = asked.data;
  return (
    <PageSection title={title} lead={t("lead")}>
      <QueryBoundary query={asked} loading={t("loading")} className="h-24">
        {(group) =>
          group.role === "owner" ? (
            <div className="space-y-6">
              <RenameGroup group={group} />
              <MembersField group={group} field="members_create" />
              <MembersField group={group} field="members_add_documents" />
            </div>
          ) : (
            <FactList>
              <div className="px-4 py-3">
                <dt className="text-sm text-muted">{t("name")}</dt>
                <dd className="wrap-anywhere">{group.name}</dd>
              </div>
            </FactList>
          )
        }
      </QueryBoundary>
      <Section title={t("leaveTitle")} help={t(group?.role === "owner" ? "leaveHelpOwner" : "leaveHelp")}>
        <div className="mt-2 -ms-3">
          <ConfirmButton
            action={t("leave")}
            question={group ? t("leaveQuestion", { group: group.name }) : t("leaveQuestionUnnamed")}
            onConfirm={leaveGroup}
            size="small"
          >
            {t("leaveQuestionHelp")}
          </ConfirmButton>
        </div>
      </Section>
      <Section title={t("newGroup")}>
        <div className="mt-3">
          <NewGroup />
        </div>
      </Section>
    </PageSection>
  );
}
