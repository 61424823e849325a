"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Chat, chatQuery } from "@/components/data/chats";
import { Switch } from "@/components/ui/field";
import { useProblem } from "@/components/words/problem";
import { useWords } from "@/components/words/words";
import { call } from "@/lib/api/client";
import { publicStaffApi } from "@/lib/surfaces/public-chats/contract";
import { Appearance } from "./appearance";
import { CopyField } from "./copy-field";
import { IdentitySecret } from "./identity-secret";
import { Limits } from "./limits";
import { QrCode } from "./qr-code";
import { ReadOnlyLinks } from "./read-only-links";
import { addressOf, iframeSnippet, type Look, scriptSnippet } from "./snippets";

/** All ways to share a chat: to be read, and with visitors who write in it. */
export const Share = ({ chat }: { chat: Chat }) => (
  <div className="space-y-6 py-4">
    <ReadOnlyLinks chat={chat} />
    {!chat.is_visitor && <PublicLink chat={chat} />}
  </div>
);

/** Puts a chat on the web: who may change the chat turns it on, takes its link and snippets, and sets what visitors may. */
function PublicLink({ chat }: { chat: Chat }) {
  const t = useWords("share");
  const problem = useProblem();
  const client = useQueryClient();
  const id = useId();
  const [look, setLook] = useState<Look>({});
  const isAllowed = chat.my_role !== "member";
  const publish = useMutation({
    mutationFn: (is_public: boolean) =>
      call(publicStaffApi.setChatPublic, { params: { chat_id: chat.uuid }, query: { is_public } }),
    onSuccess: (answer) => client.setQueryData(chatQuery(chat.uuid).queryKey, answer),
  });
  const url = chat.public_url;
  return (
    <div className="space-y-6 border-t pt-6">
      <section aria-labelledby={id}>
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="font-medium">
            {t("publicLink")}
          </h2>
          <Switch
            aria-labelledby={id}
            checked={chat.is_public}
            disabled={!isAllowed || publish.isPending}
            onChange={(on) => publish.mutate(on)}
          />
        </div>
        <p className="mt-1 text-muted">{t(chat.is_public ? "publicOn" : "publicOff")}</p>
        {!isAllowed && <p className="mt-1 text-muted">{t("adminsOnly")}</p>}
        {publish.error && (
          <p role="alert" className="mt-1 text-danger">
            {problem(publish.error)}
          </p>
        )}
      </section>
      {url && (
        <>
          <CopyField label={t("link")} text={addressOf(url, look)} />
          <QrCode text={addressOf(url, look)} />
          <CopyField rows={4} label={t("embedFrame")} text={iframeSnippet(url, look)} />
          <CopyField rows={4} label={t("embedButton")} text={scriptSnippet(url, look)} />
          <Appearance publicUrl={url} look={look} onChange={setLook} />
          {isAllowed && <Limits chat={chat} />}
          {isAllowed && <IdentitySecret chat={chat} />}
        </>
      )}
    </div>
  );
}
