"use client";

import { notifyManager } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { EntriesField } from "@/components/ui/entries-field";
import { Field, Input, Select, Switch, Textarea } from "@/components/ui/field";
import { type ChatSetting, toField } from "@/lib/chat/chats/settings";
import { getSettingWords } from "./setting-words";
import { type Saving, useSetting } from "./use-setting";

function SaveState({ isPending, isSuccess, error }: Saving) {
  const t = useTranslations("chatPanel");
  return (
    <span role="status" className="text-xs font-normal text-muted">
      {isPending ? t("saving") : isSuccess && !error ? t("saved") : ""}
    </span>
  );
}

/** Shows the save state beside a field's label rather than in it, because the label is the field's accessible name. */
export const Saved = ({ saving, children }: { saving: Saving; children: ReactNode }) => (
  <div className="relative">
    {children}
    <span className="absolute top-0 end-0">
      <SaveState {...saving} />
    </span>
  </div>
);

export type SettingFieldProps = { chat: Chat; setting: ChatSetting };

export function Toggle({ chat, setting }: SettingFieldProps) {
  const s = useTranslations("chatSettings");
  const saving = useSetting(chat, setting);
  const value = chat[toField(setting) as keyof Chat] === true;
  return (
    <SwitchRow
      {...getSettingWords(s, setting)}
      value={saving.isPending ? saving.variables === true : value}
      saving={saving}
      onChange={(next) => saving.mutate(next)}
    />
  );
}

type SwitchProps = {
  label: string;
  help: string;
  value: boolean;
  saving: Saving;
  onChange: (value: boolean) => void;
};
export function SwitchRow({ label, help, value, saving, onChange }: SwitchProps) {
  const problem = useProblem();
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <span id={id}>{label}</span> <SaveState {...saving} />
        </p>
        <p id={`${id}-help`} className="text-muted">
          {help}
        </p>
        {saving.error && (
          <p role="alert" className="text-danger">
            {problem(saving.error)}
          </p>
        )}
      </div>
      <Switch aria-labelledby={id} aria-describedby={`${id}-help`} checked={value} onChange={onChange} />
    </div>
  );
}

/** Select field. The option "" means no value. */
export function Choice({
  options,
  value,
  toValue,
  ...props
}: SettingFieldProps & {
  options: Record<string, string>;
  value: string;
  toValue: (value: string) => unknown;
}) {
  const s = useTranslations("chatSettings");
  const saving = useSetting(props.chat, props.setting);
  return (
    <ChoiceRow
      {...getSettingWords(s, props.setting)}
      options={options}
      value={value}
      saving={saving}
      onChange={(next) => saving.mutate(toValue(next))}
    />
  );
}

type ChoiceProps = Omit<SwitchProps, "value" | "onChange"> & {
  options: Record<string, string>;
  value: string;
  onChange: (value: string) => void;
};
export function ChoiceRow({ label, help, options, value, saving, onChange }: ChoiceProps) {
  const problem = useProblem();
  const [chosen, setChosen] = useState<string>();
  return (
    <Saved saving={saving}>
      <Field label={label} help={help} error={saving.error ? problem(saving.error) : undefined}>
        {(wiring) => (
          <Select
            {...wiring}
            value={saving.isPending && chosen !== undefined ? chosen : value}
            disabled={saving.isPending}
            onChange={(event) => {
              setChosen(event.target.value);
              onChange(event.target.value);
            }}
          >
            {Object.entries(options).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Saved>
  );
}

// Delay between the last change and saving.
const SAVE_DELAY_MS = 900;

/**
 * Manages the draft of a typed setting. It is saved on blur, when the panel closes and, with `afterPause`, after a
 * typing pause.
 * @param toValue Converts the draft; throws an Error with a displayable message
 */
export function useWriting<Written>(
  { chat, setting }: Pick<SettingFieldProps, "chat" | "setting">,
  toValue: (written: Written) => unknown,
) {
  const problem = useProblem();
  const saving = useSetting(chat, setting);
  const [draft, setDraft] = useState<Written>();
  const [fault, setFault] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<Written>(undefined);

  const save = () => {
    clearTimeout(timer.current);
    const written = unsaved.current;
    unsaved.current = undefined;
    if (written === undefined) return;
    try {
      setFault(undefined);
      // A saved draft is replaced by the stored value; a refused draft stays for correction.
      saving.mutate(toValue(written), {
        // Clears the draft after the stored value has come through the same queue; otherwise the old value would flash.
        onSuccess: () => notifyManager.schedule(() => unsaved.current === undefined && setDraft(undefined)),
      });
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => () => latest.current(), []);

  return {
    draft,
    error: fault ?? (saving.error ? problem(saving.error) : undefined),
    saving: { ...saving, isSuccess: saving.isSuccess && draft === undefined },
    save,
    write(written: Written, { afterPause = false } = {}) {
      setDraft(() => written);
      unsaved.current = written;
      clearTimeout(timer.current);
      if (afterPause) timer.current = setTimeout(() => latest.current(), SAVE_DELAY_MS);
    },
  };
}

type TextProps = SettingFieldProps & {
  value: string;
  maxLength: number;
  /** Makes the field multi-line. Multi-line text is also saved after a typing pause, single-line text only on blur. */
  rows?: number;
  placeholder?: string;
  /**
   * Converts the text.
   * @throws Error with a displayable message
   */
  toValue: (text: string) => unknown;
};

export function Text({ rows, toValue, value, maxLength, ...props }: TextProps) {
  const { draft, error, saving, save, write } = useWriting(props, toValue);
  const s = useTranslations("chatSettings");
  const Control = rows ? Textarea : Input;
  return (
    <Saved saving={saving}>
      <Field {...getSettingWords(s, props.setting)} error={error}>
        {(wiring) => (
          <Control
            {...wiring}
            {...(rows && { rows })}
            value={draft ?? value}
            maxLength={maxLength}
            placeholder={props.placeholder}
            autoComplete="off"
            onChange={(event: { target: { value: string } }) =>
              write(event.target.value, { afterPause: rows !== undefined })
            }
            onBlur={save}
            onKeyDown={(event: { key: string }) => event.key === "Enter" && !rows && save()}
          />
        )}
      </Field>
    </Saved>
  );
}

type EntriesProps = SettingFieldProps & { value: Record<string, unknown> };

export function Entries({ value, ...props }: EntriesProps) {
  const { draft, error, saving, save, write } = useWriting<EntriesProps["value"]>(
    props,
    (entries) => entries,
  );
  const s = useTranslations("chatSettings");
  return (
    <Saved saving={saving}>
      <fieldset onBlur={save}>
        <EntriesField
          {...getSettingWords(s, props.setting)}
          value={draft ?? value}
          error={error}
          onChange={(entries) => entries && write(entries)}
        />
      </fieldset>
    </Saved>
  );
}
