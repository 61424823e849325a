"use client";

import { useState } from "react";
import { useSetting } from "@/components/chat/panel/use-setting";
import type { Chat } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Switch, Textarea } from "@/components/ui/field";

const ORIGINS = "PUBLIC_CHAT_ALLOWED_ORIGINS";
const UPLOADS = "PUBLIC_CHAT_UPLOAD_FILES";
const TOKENS = "PUBLIC_CHAT_DAILY_TOKENS";

export function Limits({ chat }: { chat: Chat }) {
  const t = useTranslations("publish");
  const problem = useProblem();
  const { extra } = chat;
  const save = useSetting(chat, "extra");
  const [origins, setOrigins] = useState((Array.isArray(extra[ORIGINS]) ? extra[ORIGINS] : []).join("\n"));
  const [tokens, setTokens] = useState(extra[TOKENS] ? String(extra[TOKENS]) : "");
  const put = (change: Record<string, unknown>) => {
    const next = { ...extra, ...change };
    for (const [name, value] of Object.entries(change)) if (value === undefined) delete next[name];
    save.mutate(next);
  };
  const canUpload = [true, "true", 1].includes(extra[UPLOADS] as boolean | string | number);
  return (
    <section aria-labelledby="publish-limits" className="space-y-4">
      <h2 id="publish-limits" className="font-medium">
        {t("limits")}
      </h2>
      <div className="flex items-center justify-between gap-4">
        <span id="publish-uploads">{t("addFiles")}</span>
        <Switch
          aria-labelledby="publish-uploads"
          checked={canUpload}
          disabled={save.isPending}
          onChange={(on) => put({ [UPLOADS]: on || undefined })}
        />
      </div>
      {canUpload && !chat.documents_and_collections_enabled && (
        <p className="text-muted">{t("documentsOff")}</p>
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
        <Field label={t("sites")} help={t("sitesHelp")}>
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              value={origins}
              onChange={(event) => setOrigins(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("tokens")} help={t("tokensHelp")}>
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
          {t("save")}
        </Button>
        <p role="status" className="text-muted">
          {save.isSuccess && !save.isPending ? t("saved") : ""}
        </p>
        {save.error && (
          <p role="alert" className="text-danger">
            {problem(save.error)}
          </p>
        )}
      </form>
    </section>
  );
}
