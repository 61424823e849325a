"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { refreshShares, type Share, sharesQuery } from "@/components/data/shares";
import { CardForm } from "@/components/ui/card-form";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Field, Select } from "@/components/ui/field";
import { LifetimeField } from "@/components/ui/lifetime-field";
import { ReadList } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { sharesApi } from "@/lib/chat/shares/contract";
import { CopyField } from "./copy-field";

const lifetimes = [
  { days: 0, label: "Never" },
  { days: 1, label: "1 day" },
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
];

/** Links by which a chat can be read and not written in: makes them, lists them, revokes them. */
export function ReadOnlyLinks({ chat }: { chat: Chat }) {
  const shares = useQuery({ ...sharesQuery(chat.uuid), enabled: !chat.is_visitor });
  return (
    <Section
      title="Read-only links"
      className=""
      help={
        chat.is_visitor
          ? "A conversation with a visitor stays with the team."
          : "Whoever opens one reads the messages with the names of their authors, and cannot write here."
      }
    >
      {!chat.is_visitor && (
        <>
          <NewLink chat={chat} />
          <ReadList
            query={shares}
            loading="Loading the links"
            empty="No links yet. Create the first one above."
          >
            {(share) => <Link share={share} chat={chat} />}
          </ReadList>
        </>
      )}
    </Section>
  );
}

function NewLink({ chat }: { chat: Chat }) {
  const client = useQueryClient();
  const mayShareWithAnyone = chat.my_role !== "member";
  const [isLive, setIsLive] = useState(false);
  const [isForGroup, setIsForGroup] = useState(true);
  const [days, setDays] = useState(0);
  const create = useMutation({
    mutationFn: () =>
      call(sharesApi.createShare, {
        params: { chat_id: chat.uuid },
        body: { is_live: isLive, requires_sign_in: isForGroup, expires_in_days: days || null },
      }),
    onSuccess: () => refreshShares(client),
  });
  return (
    <div className="mt-3">
      <CardForm sending={create} action="Create link">
        {() => (
          <>
            <Field
              label="Shows"
              help={
                isLive
                  ? "The chat as it is whenever the link is opened."
                  : "Messages that are written, edited or deleted later don't change it."
              }
            >
              {(wiring) => (
                <Select
                  {...wiring}
                  value={isLive ? "live" : "now"}
                  onChange={(event) => setIsLive(event.target.value === "live")}
                >
                  <option value="now">The chat as it is now</option>
                  <option value="live">Live, with new messages</option>
                </Select>
              )}
            </Field>
            <Field
              label="Who can open it"
              help={[
                isForGroup ? "They have to sign in." : "They need no account.",
                !mayShareWithAnyone && "An owner or admin of the chat can share it with anyone.",
              ]
                .filter(Boolean)
                .join(" ")}
            >
              {(wiring) => (
                <Select
                  {...wiring}
                  value={isForGroup ? "group" : "anyone"}
                  onChange={(event) => setIsForGroup(event.target.value === "group")}
                >
                  <option value="group">People in your group</option>
                  <option value="anyone" disabled={!mayShareWithAnyone}>
                    Anyone with the link
                  </option>
                </Select>
              )}
            </Field>
            <LifetimeField lifetimes={lifetimes} days={days} onDays={setDays} />
          </>
        )}
      </CardForm>
      <p role="status" className="mt-2 text-sm text-muted">
        {create.isSuccess && !create.isPending ? "The link is ready: copy it below." : ""}
      </p>
    </div>
  );
}

function Link({ share, chat }: { share: Share; chat: Chat }) {
  const client = useQueryClient();
  const timeZone = useTimeZone();
  const at = (iso: string) =>
    new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  const { url, is_live, requires_sign_in, created_by, created_at, expires_at } = share;
  const about = [
    requires_sign_in ? "People in your group" : "Anyone with the link",
    `created by ${created_by?.full_name ?? "someone whose account is gone"}${is_live ? `, ${at(created_at)}` : ""}`,
    expires_at ? `expires ${at(expires_at)}` : "never expires",
  ];
  return (
    <CopyField label={is_live ? "Live" : `As of ${at(created_at)}`} text={url} help={about.join(" · ")}>
      <ConfirmButton
        action="Revoke"
        question="Revoke this link?"
        onConfirm={async () => {
          await call(sharesApi.revokeShare, { params: { chat_id: chat.uuid, share_id: share.id } });
          // Not waited for: the row gets the focus back before it goes, and hands it on.
          void refreshShares(client);
        }}
      >
        Nobody can open it any more.
      </ConfirmButton>
    </CopyField>
  );
}
