"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Chat, changeChat, refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import {
  type ChatSetting,
  getSetting,
  type SettingSection,
  settings,
  toField,
} from "@/lib/chat/chats/settings";
import type { Translate } from "@/lib/platform/words/translate";
import { InheritedChoice, NumberSetting } from "./answer-settings";
import { ModelChoice } from "./model-choice";
import { Places } from "./places";
import { Choice, Entries, SwitchRow, Text, Toggle } from "./setting-fields";
import { getSettingChoices } from "./setting-words";
import { ToolSwitchesSetting } from "./tool-switches";

const parts: SettingSection[] = ["basics", "answers", "knowledge", "automation", "advanced"];

export function ChatSettings({ chat }: { chat: Chat }) {
  const t = useTranslations("chatPanel");
  return (
    <div className="flex flex-col gap-6 pb-4">
      <Mute chat={chat} />
      {chat.my_role === "member" ? (
        <p className="rounded-xl bg-sunken px-4 py-3 text-muted">{t("readOnly")}</p>
      ) : (
        parts.map((part) => (
          <Section key={part} title={t(part)}>
            {part === "advanced" && <Places chat={chat} />}
            {(Object.keys(settings) as ChatSetting[])
              .filter((setting) => settings[setting].part === part)
              .map((setting) => (
                <SettingField key={setting} chat={chat} setting={setting} />
              ))}
          </Section>
        ))
      )}
    </div>
  );
}

function SettingField(props: { chat: Chat; setting: ChatSetting }) {
  const t = useTranslations("chatPanel");
  const s = useTranslations("chatSettings");
  const { assistants } = usePeople();
  const { control, input } = getSetting(props.setting);
  const value = props.chat[toField(props.setting) as keyof Chat];
  switch (control.kind) {
    case "switch":
      return <Toggle {...props} />;
    case "text":
      return (
        <Text
          {...props}
          value={String(value ?? "")}
          maxLength={control.longest}
          rows={control.rows}
          toValue={(text) =>
            control.isRequired ? required(t, text) : input === "body" ? text || null : text
          }
        />
      );
    case "mention":
      return (
        <Text
          {...props}
          value={String(value ?? "")}
          maxLength={65}
          placeholder={t("mentionNameExample")}
          toValue={(text) => text.trim().replace(/^@/, "")}
        />
      );
    case "number":
      return <NumberSetting {...props} value={String(value ?? "")} range={control} />;
    case "choice": {
      const options = getSettingChoices(s, props.setting);
      if (props.setting === "reasoning_effort")
        return <InheritedChoice {...props} value={String(value ?? "")} options={options} />;
      return (
        <Choice
          {...props}
          value={String(value ?? "")}
          options={options}
          toValue={(choice) => choice || null}
        />
      );
    }
    case "assistant": {
      const current = props.chat.virtual_assistant;
      return (
        <Choice
          {...props}
          value={String(current?.id ?? "")}
          options={{
            "": s("noAssistant"),
            ...(current && { [current.id]: current.name }),
            ...Object.fromEntries(assistants.map(({ id, name }) => [id, name])),
          }}
          toValue={(id) => (id ? Number(id) : null)}
        />
      );
    }
    case "model":
      return <ModelChoice {...props} value={props.chat.model ?? ""} />;
    case "tools":
      return <ToolSwitchesSetting chat={props.chat} />;
    case "json":
      return <Entries {...props} value={props.chat.extra} />;
  }
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-t pt-4">
    <h2 className="font-semibold">{title}</h2>
    {children}
  </section>
);

function required(t: Translate<"chatPanel">, text: string): string {
  if (text.trim() === "") throw new Error(t("empty"));
  return text.trim();
}

// Available to all members, because it affects only the reader.
function Mute({ chat }: { chat: Chat }) {
  const t = useTranslations("chatPanel");
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (muted: boolean) =>
      call(chatsApi.setMine, { params: { chat_id: chat.uuid }, body: { muted } }),
    onSuccess: (answer) => {
      changeChat(client, chat.uuid, answer);
      void refreshChats(client);
    },
  });
  return (
    <SwitchRow
      label={t("mute")}
      help={t("muteHelp")}
      value={saving.isPending ? saving.variables : chat.muted}
      saving={saving}
      onChange={(muted) => saving.mutate(muted)}
    />
  );
}
