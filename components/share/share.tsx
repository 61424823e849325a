"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, useId, useState } from "react";
import { type Chat, chatQuery } from "@/components/data/chats";
import { Button } from "@/components/ui/button";
import { Field, Input, Switch, Textarea } from "@/components/ui/field";
import { useCopy } from "@/components/ui/use-copy";
import { call } from "@/lib/api/client";
import { publicStaffApi } from "@/lib/surfaces/public-chats/contract";
import { Appearance } from "./appearance";
import { Limits } from "./limits";
import { QrCode } from "./qr-code";
import { addressOf, iframeSnippet, type Look, scriptSnippet } from "./snippets";

/** Puts a chat on the web: who may change the chat turns it on, takes its link and snippets, and sets what visitors may. */
export function Share({ chat }: { chat: Chat }) {
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
    <div className="space-y-6 py-4">
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
          <Snippet label="Link" text={addressOf(url, look)} />
          <QrCode text={addressOf(url, look)} />
          <Snippet rows={4} label="For a page: the chat itself" text={iframeSnippet(url, look)} />
          <Snippet rows={4} label="For a page: a button that opens it" text={scriptSnippet(url, look)} />
          <Appearance publicUrl={url} look={look} onChange={setLook} />
          {isAllowed && <Limits chat={chat} />}
        </>
      )}
    </div>
  );
}

function Snippet({ label, text, rows }: { label: string; text: string; rows?: number }) {
  const { isCopied, copy } = useCopy();
  const shown = {
    readOnly: true,
    value: text,
    className: "font-mono text-xs",
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.target.select(),
  };
  return (
    <Field label={label}>
      {(wiring) => (
        <div className="flex items-start gap-2">
          {rows ? (
            <Textarea {...wiring} {...shown} rows={rows} className="break-all font-mono text-xs" />
          ) : (
            <Input {...wiring} {...shown} />
          )}
          <Button onClick={() => void copy(text)} aria-label={`Copy: ${label}`}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
        </div>
      )}
    </Field>
  );
}
