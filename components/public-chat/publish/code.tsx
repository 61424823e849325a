"use client";

import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { CopyField } from "@/components/share/copy-field";
import { SwitchField } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { buildIframeSnippet, buildScriptSnippet, toLook } from "./snippets";

export function Code({ publicUrl, name, value }: { publicUrl: string; name: string; value: Publication }) {
  const t = useTranslations("publish");
  const [holdsLook, setHoldsLook] = useState(false);
  const look = holdsLook ? toLook(value) : {};
  return (
    <Section title={t("code")} help={t("codeHelp")} className="">
      <div className="mt-3 space-y-4">
        <SwitchField
          label={t("holdsLook")}
          help={t("holdsLookHelp")}
          value={holdsLook}
          onChange={setHoldsLook}
        />
        <CopyField rows={3} label={t("embedButton")} text={buildScriptSnippet(publicUrl, look)} />
        <CopyField
          rows={3}
          label={t("embedFrame")}
          text={buildIframeSnippet(publicUrl, look, value.title ?? name)}
        />
      </div>
    </Section>
  );
}
