"use client";

import { useState } from "react";
import { useSetting } from "@/components/chat-panel/use-setting";
import type { Chat } from "@/components/data/chats";
import { Button } from "@/components/ui/button";
import { Field, Input, Switch, Textarea } from "@/components/ui/field";

const ORIGINS = "PUBLIC_CHAT_ALLOWED_ORIGINS";
const UPLOADS = "PUBLIC_CHAT_UPLOAD_FILES";
const TOKENS = "PUBLIC_CHAT_DAILY_TOKENS";

/** What visitors may, and where: kept in the chat's extra settings. */
export function Limits({ chat }: { chat: Chat }) {
  const { extra } = chat;
  const save = useSetting(chat, "extra");
  const [origins, setOrigins] = useState((Array.isArray(extra[ORIGINS]) ? extra[ORIGINS] : []).join("\n"));
  const [tokens, setTokens] = useState(extra[TOKENS] ? String(extra[TOKENS]) : "");
  const put = (change: Record<string, unknown>) => {
    const next = { ...extra, ...change };
    for (const [name, value] of Object.entries(change)) if (value === undefined) delete next[name];
    save.mutate(next);
  };
  const mayUpload = [true, "true", 1].includes(extra[UPLOADS] as boolean | string | number);
  return (
    <section aria-labelledby="share-limits" className="space-y-4">
      <h2 id="share-limits" className="font-medium">
        What visitors may
      </h2>
      <div className="flex items-center justify-between gap-4">
        <span id="share-uploads">Add files</span>
        <Switch
          aria-labelledby="share-uploads"
          checked={mayUpload}
          disabled={save.isPending}
          onChange={(on) => put({ [UPLOADS]: on || undefined })}
        />
      </div>
      {mayUpload && !chat.documents_and_collections_enabled && (
        <p className="text-muted">“Documents and collections” of this chat is off, so nobody can.</p>
      )}
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const list = origins.split(/\s+/).filter(Boolean);
          const most = Number.parseInt(tokens, 10);
          put({ [ORIGINS]: list.length > 0 ? list : undefined, [TOKENS]: most > 0 ? most : undefined });
        }}
      >
        <Field
          label="Sites that may embed it"
          help="One a line, such as https://www.example.com or https://*.example.com. None: every site. A line that is malformed: no site."
        >
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              value={origins}
              onChange={(event) => setOrigins(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Tokens a day"
          help="When they are used up, visitors are told so until midnight (UTC). Empty: no limit of its own."
        >
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              value={tokens}
              onChange={(event) => setTokens(event.target.value.replace(/\D/g, ""))}
            />
          )}
        </Field>
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <p role="status" className="text-muted">
          {save.isSuccess && !save.isPending ? "Saved." : ""}
        </p>
        {save.error && (
          <p role="alert" className="text-danger">
            {save.error.message}
          </p>
        )}
      </form>
    </section>
  );
}
