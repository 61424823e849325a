"use client";

import { useTranslations } from "@/components/i18n/words";
import { Field, Input, Select, SwitchField } from "@/components/ui/field";
import type { Publication } from "@/lib/channels/public-chats/contract";

export function HandoverFields({
  value,
  onChange,
}: {
  value: Publication["handover"];
  onChange: (value: Publication["handover"]) => void;
}) {
  const t = useTranslations("publish");
  return (
    <>
      <SwitchField
        label={t("handoverOnRequest")}
        help={t("handoverOnRequestHelp")}
        value={value.on_request ?? true}
        onChange={(on_request) => onChange({ ...value, on_request })}
      />
      <SwitchField
        label={t("handoverWhenUnknown")}
        help={t("handoverWhenUnknownHelp")}
        value={value.when_unknown ?? false}
        onChange={(when_unknown) => onChange({ ...value, when_unknown })}
      />
      <Field label={t("handoverWords")} help={t("handoverWordsHelp")}>
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            defaultValue={(value.words ?? []).join(", ")}
            onChange={({ target }) => onChange({ ...value, words: wordsIn(target.value) })}
          />
        )}
      </Field>
    </>
  );
}

const wordsIn = (text: string) => [
  ...new Set(
    text
      .split(/[,،、，]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

type Protection = Pick<Publication, "challenge" | "messages_per_visitor">;

export function ProtectionFields({
  value,
  set,
}: {
  value: Protection;
  set: <K extends keyof Protection>(name: K, value: Publication[K]) => void;
}) {
  const t = useTranslations("publish");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("challenge")} help={t("challengeHelp")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={value.challenge}
            onChange={({ target }) => set("challenge", target.value as Protection["challenge"])}
          >
            <option value="flooded">{t("challengeFlooded")}</option>
            <option value="always">{t("challengeAlways")}</option>
            <option value="never">{t("challengeNever")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("messagesPerVisitor")} help={t("messagesPerVisitorHelp")}>
        {(wiring) => (
          <Input
            {...wiring}
            type="number"
            inputMode="numeric"
            min={1}
            max={10_000}
            autoComplete="off"
            value={value.messages_per_visitor ?? ""}
            onChange={({ target }) => set("messages_per_visitor", parseLimit(target.value))}
          />
        )}
      </Field>
    </div>
  );
}

const parseLimit = (text: string) => Math.min(Math.max(Number.parseInt(text, 10) || 0, 0), 10_000) || null;
