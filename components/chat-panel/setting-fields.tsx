"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { Field, Input, Select, Switch, Textarea } from "@/components/ui/field";
import { fieldOf, rowOf, type Setting } from "@/lib/chat/chats/contract";
import { type Saving, useSetting } from "./use-setting";

/** Says whether the last change is kept. */
function SaveState({ isPending, isSuccess, error }: Saving) {
  return (
    <span role="status" className="text-xs font-normal text-muted">
      {isPending ? "Saving…" : isSuccess && !error ? "Saved" : ""}
    </span>
  );
}

/** A field with its state beside its label: not in it, which is the field's name. */
const Saved = ({ saving, children }: { saving: Saving; children: ReactNode }) => (
  <div className="relative">
    {children}
    <span className="absolute top-0 right-0">
      <SaveState {...saving} />
    </span>
  </div>
);

type Props = { chat: Chat; setting: Setting; disabled: boolean };

/** A setting that is on or off. */
export function Toggle({ chat, setting, disabled }: Props) {
  const saving = useSetting(chat, setting);
  const { label, help } = rowOf(setting);
  const value = chat[fieldOf(setting) as keyof Chat] === true;
  return (
    <SwitchRow
      label={label}
      help={help}
      value={saving.isPending ? saving.variables === true : value}
      disabled={disabled}
      saving={saving}
      onChange={(next) => saving.mutate(next)}
    />
  );
}

type SwitchProps = {
  label: string;
  help: string;
  value: boolean;
  disabled: boolean;
  saving: Saving;
  onChange: (value: boolean) => void;
};
export function SwitchRow({ label, help, value, disabled, saving, onChange }: SwitchProps) {
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
            {saving.error.message}
          </p>
        )}
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        checked={value}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}

/** A setting with one of a few values. "" stands for none. */
export function Choice({
  options,
  value,
  toValue,
  ...props
}: Props & { options: Record<string, string>; value: string; toValue: (value: string) => unknown }) {
  const saving = useSetting(props.chat, props.setting);
  const { label, help } = rowOf(props.setting);
  return (
    <ChoiceRow
      label={label}
      help={help}
      options={options}
      value={value}
      disabled={props.disabled}
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
export function ChoiceRow({ label, help, options, value, disabled, saving, onChange }: ChoiceProps) {
  const [chosen, setChosen] = useState<string>();
  return (
    <Saved saving={saving}>
      <Field label={label} help={help} error={saving.error?.message}>
        {(wiring) => (
          <Select
            {...wiring}
            value={saving.isPending && chosen !== undefined ? chosen : value}
            disabled={disabled || saving.isPending}
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

/** How long somebody who stopped typing is waited for, in ms. */
const PAUSE = 900;

type TextProps = Props & {
  value: string;
  maxLength: number;
  /** A text of several lines is kept while it is written; what must be whole, when it is left. */
  rows?: number;
  whileWriting?: boolean;
  placeholder?: string;
  /** The value to save. @throws Error with a sentence when it is none. */
  toValue: (text: string) => unknown;
};

/** A setting that is written. */
export function Text({ rows, whileWriting = false, toValue, value, maxLength, ...props }: TextProps) {
  const saving = useSetting(props.chat, props.setting);
  const { label, help } = rowOf(props.setting);
  const [draft, setDraft] = useState<string>();
  const [fault, setFault] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<string>(undefined);

  const save = () => {
    clearTimeout(timer.current);
    const text = unsaved.current;
    unsaved.current = undefined;
    if (text === undefined) return;
    try {
      setFault(undefined);
      // What was saved is shown from then on; what could not be stays to be corrected.
      saving.mutate(toValue(text), {
        onSuccess: () => unsaved.current === undefined && setDraft(undefined),
      });
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const latest = useRef(save);
  latest.current = save;
  // What is written when the panel closes is kept too.
  useEffect(() => () => latest.current(), []);

  const Control = rows ? Textarea : Input;
  return (
    <Saved saving={{ ...saving, isSuccess: saving.isSuccess && draft === undefined }}>
      <Field label={label} help={help} error={fault ?? saving.error?.message}>
        {(wiring) => (
          <Control
            {...wiring}
            {...(rows && { rows })}
            value={draft ?? value}
            maxLength={maxLength}
            placeholder={props.placeholder}
            disabled={props.disabled}
            autoComplete="off"
            onChange={(event: { target: { value: string } }) => {
              setDraft(event.target.value);
              unsaved.current = event.target.value;
              clearTimeout(timer.current);
              if (whileWriting) timer.current = setTimeout(() => latest.current(), PAUSE);
            }}
            onBlur={save}
            onKeyDown={(event: { key: string }) => event.key === "Enter" && !rows && save()}
          />
        )}
      </Field>
    </Saved>
  );
}
