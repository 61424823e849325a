"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Chat, chatQuery } from "@/components/data/chats";
import { Switch } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { publicStaffApi } from "@/lib/surfaces/public-chats/contract";
import { Appearance } from "./appearance";
import { CopyField } from "./copy-field";
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
            Public link
          </h2>
          <Switch
            aria-labelledby={id}
            checked={chat.is_public}
            disabled={!isAllowed || publish.isPending}
            onChange={(on) => publish.mutate(on)}
          />
        </div>
        <p className="mt-1 text-muted">
          {chat.is_public
            ? "Whoever has the link can write here, each in a conversation of their own that your team can read. Turning it off ends all of them at once."
            : "Turn it on, and anybody with the link can write to the assistant of this chat, without an account."}
        </p>
        {!isAllowed && <p className="mt-1 text-muted">An owner or admin of the chat can change this.</p>}
        {publish.error && (
          <p role="alert" className="mt-1 text-danger">
            {publish.error.message}
          </p>
        )}
      </section>
      {url && (
        <>
          <CopyField label="Link" text={addressOf(url, look)} />
          <QrCode text={addressOf(url, look)} />
          <CopyField rows={4} label="For a page: the chat itself" text={iframeSnippet(url, look)} />
          <CopyField rows={4} label="For a page: a button that opens it" text={scriptSnippet(url, look)} />
          <Appearance publicUrl={url} look={look} onChange={setLook} />
          {isAllowed && <Limits chat={chat} />}
        </>
      )}
    </div>
  );
}
