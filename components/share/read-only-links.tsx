"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { refreshShares, type Share, sharesQuery } from "@/components/data/shares";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { CardForm } from "@/components/ui/card-form";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Field, Select } from "@/components/ui/field";
import { LifetimeField } from "@/components/ui/lifetime-field";
import { QueryList } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import { sharesApi } from "@/lib/chat/shares/operations";
import { CopyField } from "./copy-field";

// Lifetimes in days; 0 never expires.
const LIFETIMES = [0, 1, 7, 30];

export function ShareLinksSection({ chat }: { chat: Chat }) {
  const t = useTranslations("share");
  const shares = useQuery({ ...sharesQuery(chat.uuid), enabled: !chat.is_visitor });
  return (
    <Section
      title={t("readOnlyLinks")}
      className=""
      help={t(chat.is_visitor ? "linksOfVisitor" : "linksHelp")}
    >
      {!chat.is_visitor && (
        <>
          <NewLink chat={chat} />
          <QueryList query={shares} loading={t("linksLoading")} empty={t("linksEmpty")}>
            {(share) => <Link share={share} chat={chat} />}
          </QueryList>
        </>
      )}
    </Section>
  );
}

function NewLink({ chat }: { chat: Chat }) {
  const t = useTranslations("share");
  const client = useQueryClient();
  const lifetimes = LIFETIMES.map((days) => ({
    days,
    label: days === 0 ? t("never") : t("lifetime", { days }),
  }));
  const canShareWithAnyone = chat.my_role !== "member";
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
      <CardForm sending={create} action={t("createLink")}>
        {() => (
          <>
            <Field label={t("shows")} help={t(isLive ? "showsLiveHelp" : "showsNowHelp")}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={isLive ? "live" : "now"}
                  onChange={(event) => setIsLive(event.target.value === "live")}
                >
                  <option value="now">{t("showsNow")}</option>
                  <option value="live">{t("showsLive")}</option>
                </Select>
              )}
            </Field>
            {canShareWithAnyone ? (
              <Field label={t("whoCanOpen")} help={t(isForGroup ? "needToSignIn" : "needNoAccount")}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={isForGroup ? "group" : "anyone"}
                    onChange={(event) => setIsForGroup(event.target.value === "group")}
                  >
                    <option value="group">{t("group")}</option>
                    <option value="anyone">{t("anyone")}</option>
                  </Select>
                )}
              </Field>
            ) : (
              <p className="text-sm text-muted">{t("needToSignIn")}</p>
            )}
            <LifetimeField lifetimes={lifetimes} days={days} onDays={setDays} />
          </>
        )}
      </CardForm>
      <p role="status" className="mt-2 text-sm text-muted">
        {create.isSuccess && !create.isPending ? t("linkReady") : ""}
      </p>
    </div>
  );
}

function Link({ share, chat }: { share: Share; chat: Chat }) {
  const t = useTranslations("share");
  const client = useQueryClient();
  const moments = useMoments();
  const { me } = usePeople();
  const canRevoke = chat.my_role !== "member" || share.created_by?.id === me.id;
  const { url, is_live, requires_sign_in, created_by, created_at, expires_at } = share;
  const name = created_by?.full_name ?? t("deletedAccount");
  const about = [
    t(requires_sign_in ? "group" : "anyone"),
    is_live ? t("createdByOn", { name, date: moments.time(created_at) }) : t("createdBy", { name }),
    expires_at ? t("expires", { date: moments.time(expires_at) }) : t("neverExpires"),
  ];
  return (
    <CopyField
      label={is_live ? t("live") : t("asOf", { date: moments.time(created_at) })}
      text={url}
      help={about.join(" · ")}
    >
      {canRevoke && (
        <ConfirmButton
          action={t("revoke")}
          question={t("revokeTitle")}
          onConfirm={async () => {
            await call(sharesApi.revokeShare, { params: { chat_id: chat.uuid, share_id: share.id } });
            // Not awaited: the row must return the focus before it is removed.
            void refreshShares(client);
          }}
        >
          {t("revokeHelp")}
        </ConfirmButton>
      )}
    </CopyField>
  );
}
