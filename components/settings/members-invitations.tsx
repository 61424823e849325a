"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsQuery, type OpenInvitation, refreshInvitations } from "@/components/data/groups";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { PagedList } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/operations";
import { Invite } from "./members-invite";
import { ShownOnce } from "./shown-once";

export function Invitations({ groupId }: { groupId: string }) {
  const t = useTranslations("settingsMembers");
  const invitations = useInfiniteQuery(invitationsQuery(groupId));
  // Null after a link was shown, so that the form takes the focus.
  const [link, setLink] = useState<string | null>();
  return (
    <>
      {link ? (
        <ShownOnce
          title={t("copyLink")}
          label={t("invitationLink")}
          secret={link}
          done={t("done")}
          onDone={() => setLink(null)}
        >
          {t("canJoin")}
        </ShownOnce>
      ) : (
        <Invite groupId={groupId} onLink={setLink} autoFocus={link === null} />
      )}
      <Section title={t("openInvitations")}>
        <PagedList query={invitations} loading={t("loadingInvitations")} empty={t("noInvitations")}>
          {(invitation) => <Row invitation={invitation} groupId={groupId} />}
        </PagedList>
      </Section>
    </>
  );
}

function Row({ invitation, groupId }: { invitation: OpenInvitation; groupId: string }) {
  const t = useTranslations("settingsMembers");
  const client = useQueryClient();
  const moments = useMoments();
  const { id, email, role, invited_by, expires_at } = invitation;
  const expires = moments.date(expires_at);
  async function revoke() {
    await call(groupsApi.revokeInvitation, { params: { id: groupId, invitation_id: id } });
    await refreshInvitations(client, groupId);
  }
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{email ?? t("link")}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {t("invitationFacts", { role: t(role), inviter: invited_by.full_name, date: expires })}
        </p>
      </div>
      <ConfirmButton
        action={t("revoke")}
        question={email ? t("revokeQuestion", { email }) : t("revokeLinkQuestion")}
        onConfirm={revoke}
        size="small"
      >
        {t("revokeHelp")}
      </ConfirmButton>
    </div>
  );
}
