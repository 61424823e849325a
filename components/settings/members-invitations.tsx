"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsQuery, type OpenInvitation, refreshInvitations } from "@/components/data/groups";
import { roleNames } from "@/components/data/roles";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { PagedList } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/contract";
import { Invite } from "./members-invite";
import { ShownOnce } from "./shown-once";

/** Invites by mail or link; the open invitations, each to be revoked. */
export function Invitations({ groupId }: { groupId: string }) {
  const invitations = useInfiniteQuery(invitationsQuery(groupId));
  // Null: a link was shown before, so the focus must go somewhere.
  const [link, setLink] = useState<string | null>();
  return (
    <>
      {link ? (
        <ShownOnce
          title="Copy the link now"
          label="Invitation link"
          secret={link}
          done="Done"
          onDone={() => setLink(null)}
        >
          Whoever has it can join this group.
        </ShownOnce>
      ) : (
        <Invite groupId={groupId} onLink={setLink} autoFocus={link === null} />
      )}
      <Section title="Open invitations">
        <PagedList
          query={invitations}
          loading="The invitations are being read."
          empty="Nobody is invited at the moment. Invite somebody above."
        >
          {(invitation) => <Row invitation={invitation} groupId={groupId} />}
        </PagedList>
      </Section>
    </>
  );
}

function Row({ invitation, groupId }: { invitation: OpenInvitation; groupId: string }) {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const { id, email, role, invited_by, expires_at } = invitation;
  const expires = new Date(expires_at).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone });
  async function revoke() {
    await call(groupsApi.revokeInvitation, { params: { id: groupId, invitation_id: id } });
    await refreshInvitations(client, groupId);
  }
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{email ?? "Link"}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {roleNames[role]} · by {invited_by.full_name} · expires {expires}
        </p>
      </div>
      <ConfirmButton
        action="Revoke"
        question={email ? `Revoke the invitation of ${email}?` : "Revoke this link?"}
        onConfirm={revoke}
        size="small"
      >
        Nobody can join with it any more. Who has joined stays in the group.
      </ConfirmButton>
    </div>
  );
}
