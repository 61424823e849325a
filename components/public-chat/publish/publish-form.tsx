"use client";

import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Field, Input, Select, SwitchField, Textarea } from "@/components/ui/field";
import { LanguageSelect } from "@/components/ui/language-select";
import { Section } from "@/components/ui/section";
import type { Appearance, Publication } from "@/lib/channels/public-chats/contract";
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

type Dress = <K extends keyof Appearance>(name: K, chosen: Appearance[K] | undefined) => void;
type Faults = ReturnType<typeof findFaults>;
type AppearanceProps = { appearance: Appearance; faults: Faults; dress: Dress };

export function PublishForm({ name: chatName, value, set }: PublishFormProps) {
  const t = useTranslations("publish");
  const { appearance } = value;
  const faults = findFaults(t, value);
  const dress: Dress = (name, chosen) => {
    const { [name]: _, ...rest } = appearance;
    set("appearance", chosen ? { ...rest, [name]: chosen } : rest);
  };
  const text = (name: "title" | "greeting" | "footer" | "offline_text", label: string, help: string) => ({
    label,
    help,
    value: value[name] ?? "",
    onChange: (written: string) => set(name, written),
  });
  return (
    <div className="space-y-8">
      <Part title={t("firstWords")}>
        <TextField {...text("title", t("title"), t("titleHelp"))} maxLength={200} placeholder={chatName} />
        <AvatarField
          value={value.avatar}
          name={value.title || chatName}
          onChange={(avatar) => set("avatar", avatar)}
        />
        <TextField {...text("greeting", t("greeting"), t("greetingHelp"))} maxLength={2000} rows={3} />
        <Questions
          value={value.suggested_questions ?? []}
          onChange={(questions) => set("suggested_questions", questions.length > 0 ? questions : null)}
        />
        <TextField {...text("footer", t("footer"), t("footerHelp"))} maxLength={500} />
      </Part>
      <AppearancePart {...{ appearance, faults, dress }} />
      <LauncherPart {...{ appearance, faults, dress }} />
      <Part title={t("hours")} help={t("hoursHelp")}>
        <HoursField value={value.hours} faults={faults} onChange={(hours) => set("hours", hours)} />
        {value.hours && (
          <TextField
            {...text("offline_text", t("offlineText"), t("offlineTextHelp"))}
            maxLength={1000}
            rows={2}
          />
        )}
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

type TextFieldProps = {
  label: string;
  help: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
  placeholder?: string;
  rows?: number;
};

const TextField = ({ label, help, onChange, placeholder, rows, ...rest }: TextFieldProps) => (
  <Field label={label} help={help}>
    {(wiring) => {
      const control = {
        ...wiring,
        ...rest,
        onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
      };
      if (rows) return <Textarea {...control} rows={rows} />;
      return <Input {...control} placeholder={placeholder} autoComplete="off" />;
    }}
  </Field>
);

function AppearancePart(props: AppearanceProps) {
  const t = useTranslations("publish");
  const { appearance, dress } = props;
  return (
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
        <ColourField {...props} name="ui_bg_color" label={t("colourBackground")} />
        <ColourField {...props} name="ui_agent_msg_color" label={t("colourAgent")} />
        <ColourField {...props} name="ui_guest_msg_color" label={t("colourGuest")} />
      </div>
    </Part>
  );
}

function LauncherPart(props: AppearanceProps) {
  const t = useTranslations("publish");
  const { appearance, dress } = props;
  return (
    <Part title={t("launcher")} help={t("launcherHelp")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <ColourField {...props} name="ui_launcher_color" label={t("colourLauncher")} />
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
  );
}

type ColourFieldProps = AppearanceProps & { name: (typeof COLOURS)[number]; label: string };

const ColourField = ({ appearance, faults, dress, name, label }: ColourFieldProps) => (
  <Field label={label} error={faults[name]}>
    {(wiring) => (
      <ColourInput
        wiring={wiring}
        label={label}
        value={appearance[name] ?? ""}
        onChange={(chosen) => dress(name, chosen)}
      />
    )}
  </Field>
);
