"use client";

import type { ReactNode } from "react";
import { useWords } from "@/components/i18n/words";
import { Field, Input, Select, SwitchField, Textarea } from "@/components/ui/field";
import { LanguageSelect } from "@/components/ui/language-select";
import { Section } from "@/components/ui/section";
import type { Key } from "@/lib/platform/words/screens";
import type { Appearance, Publication } from "@/lib/surfaces/public-chats/contract";
import { AvatarField } from "./avatar-field";
import { ColourInput } from "./colour-input";
import { type COLOURS, findFaults } from "./faults";
import { HandoverFields, ProtectionFields } from "./handover-fields";
import { HoursField } from "./hours-field";
import { Questions } from "./questions";

type PublishFormProps = {
  name: string;
  value: Publication;
  set: <K extends keyof Publication>(name: K, value: Publication[K]) => void;
};

export function PublishForm({ name: chatName, value, set }: PublishFormProps) {
  const t = useWords("publish");
  const { appearance } = value;
  const faults = findFaults(t, value);
  const dress = <K extends keyof Appearance>(name: K, chosen: Appearance[K] | undefined) => {
    const { [name]: _, ...rest } = appearance;
    set("appearance", chosen ? { ...rest, [name]: chosen } : rest);
  };
  const line = (
    name: "title" | "greeting" | "footer" | "offline_text",
    longest: number,
    label: string,
    help: string,
    rows?: number,
  ) => (
    <Field label={label} help={help}>
      {(wiring) => {
        const given = {
          ...wiring,
          value: value[name] ?? "",
          maxLength: longest,
          onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
        };
        if (rows) return <Textarea {...given} rows={rows} />;
        return <Input {...given} placeholder={name === "title" ? chatName : undefined} autoComplete="off" />;
      }}
    </Field>
  );
  const colour = (name: (typeof COLOURS)[number], label: Key<"publish">) => (
    <Field label={t(label)} error={faults[name]}>
      {(wiring) => (
        <ColourInput
          wiring={wiring}
          label={t(label)}
          value={appearance[name] ?? ""}
          onChange={(chosen) => dress(name, chosen)}
        />
      )}
    </Field>
  );
  return (
    <div className="space-y-8">
      <Part title={t("firstWords")}>
        {line("title", 200, t("title"), t("titleHelp"))}
        <AvatarField
          value={value.avatar}
          name={value.title || chatName}
          onChange={(avatar) => set("avatar", avatar)}
        />
        {line("greeting", 2000, t("greeting"), t("greetingHelp"), 3)}
        <Questions
          value={value.suggested_questions ?? []}
          onChange={(questions) => set("suggested_questions", questions.length > 0 ? questions : null)}
        />
        {line("footer", 500, t("footer"), t("footerHelp"))}
      </Part>
      <Part title={t("appearance")} help={t("colourHelp")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("language")}>
            {(wiring) => (
              <LanguageSelect
                {...wiring}
                value={appearance.ui_language ?? null}
                automatic={t("automatic")}
                onChange={(language) => dress("ui_language", language ?? undefined)}
              />
            )}
          </Field>
          <Field label={t("theme")}>
            {(wiring) => (
              <Select
                {...wiring}
                value={appearance.ui_theme ?? ""}
                onChange={({ target }) => dress("ui_theme", target.value as "light" | "dark")}
              >
                <option value="">{t("automatic")}</option>
                <option value="light">{t("light")}</option>
                <option value="dark">{t("dark")}</option>
              </Select>
            )}
          </Field>
          {colour("ui_bg_color", "colourBackground")}
          {colour("ui_agent_msg_color", "colourAgent")}
          {colour("ui_guest_msg_color", "colourGuest")}
        </div>
      </Part>
      <Part title={t("launcher")} help={t("launcherHelp")}>
        <div className="grid gap-4 sm:grid-cols-2">
          {colour("ui_launcher_color", "colourLauncher")}
          <Field label={t("position")}>
            {(wiring) => (
              <Select
                {...wiring}
                value={appearance.ui_launcher_position ?? "right"}
                onChange={({ target }) =>
                  dress("ui_launcher_position", target.value === "left" ? "left" : undefined)
                }
              >
                <option value="right">{t("right")}</option>
                <option value="left">{t("left")}</option>
              </Select>
            )}
          </Field>
          <Field label={t("launcherIcon")}>
            {(wiring) => (
              <Select
                {...wiring}
                value={appearance.ui_launcher_icon ?? "chat"}
                onChange={({ target }) =>
                  dress("ui_launcher_icon", target.value === "avatar" ? "avatar" : undefined)
                }
              >
                <option value="chat">{t("iconChat")}</option>
                <option value="avatar">{t("iconAvatar")}</option>
              </Select>
            )}
          </Field>
        </div>
      </Part>
      <Part title={t("hours")} help={t("hoursHelp")}>
        <HoursField value={value.hours} faults={faults} onChange={(hours) => set("hours", hours)} />
        {value.hours && line("offline_text", 1000, t("offlineText"), t("offlineTextHelp"), 2)}
      </Part>
      <Part title={t("handover")} help={t("handoverHelp")}>
        <HandoverFields value={value.handover} onChange={(handover) => set("handover", handover)} />
      </Part>
      <Part title={t("protection")}>
        <ProtectionFields value={value} set={set} />
      </Part>
      <Part title={t("searchEngines")}>
        <SwitchField
          label={t("isListed")}
          help={t("isListedHelp")}
          value={value.is_listed}
          onChange={(isListed) => set("is_listed", isListed)}
        />
      </Part>
    </div>
  );
}

const Part = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <Section title={title} help={help} className="">
    <div className="mt-3 space-y-4">{children}</div>
  </Section>
);
