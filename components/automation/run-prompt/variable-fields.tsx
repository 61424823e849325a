"use client";

import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Field, Input, Select, Textarea, type Wiring } from "@/components/ui/field";
import {
  MAX_VALUE_LENGTH,
  type PromptVariable,
  type VariableValues,
} from "@/lib/automation/task-actions/settings";

type Entered = { values: VariableValues; files: Record<string, File | undefined> };

export function useVariables(variables: PromptVariable[]) {
  const [entered, setEntered] = useState<Entered>({ values: {}, files: {} });
  const [missing, setMissing] = useState<string>();
  const getValue = ({ name, kind, options }: PromptVariable): string =>
    kind === "file"
      ? (entered.files[name]?.name ?? "")
      : (entered.values[name] ?? (kind === "choice" ? options[0]! : ""));
  return {
    getValue,
    missing,
    set(name: string, value: string) {
      setMissing(undefined);
      setEntered(({ values, files }) => ({ files, values: { ...values, [name]: value } }));
    },
    setFile(name: string, file: File | undefined) {
      setMissing(undefined);
      setEntered(({ values, files }) => ({ values, files: { ...files, [name]: file } }));
    },
    /** Returns undefined if a value is missing, and shows where. */
    take(): { values: VariableValues; files: File[] } | undefined {
      const empty = variables.find(
        (variable) => variable.kind !== "long_text" && getValue(variable).trim() === "",
      );
      setMissing(empty?.name);
      if (empty) requestAnimationFrame(() => document.getElementsByName(toFieldName(empty.name))[0]?.focus());
      if (empty) return undefined;
      return {
        values: Object.fromEntries(variables.map((variable) => [variable.name, getValue(variable)])),
        files: variables.flatMap(({ name, kind }) => (kind === "file" ? (entered.files[name] ?? []) : [])),
      };
    },
  };
}
const toFieldName = (name: string) => `variable ${name}`;

type Variables = ReturnType<typeof useVariables>;

type VariableFieldsProps = { variables: PromptVariable[]; entered: Variables };

export function VariableFields({ variables, entered }: VariableFieldsProps) {
  const t = useTranslations("promptVariables");
  return variables.map((variable) => (
    <Field
      key={variable.name}
      label={variable.kind === "long_text" ? t("optional", { field: variable.name }) : variable.name}
      error={entered.missing === variable.name ? t("missing") : undefined}
      required={variable.kind !== "long_text"}
    >
      {(wiring) => <VariableControl {...{ wiring, variable, entered }} />}
    </Field>
  ));
}

type VariableControlProps = { wiring: Wiring; variable: PromptVariable; entered: Variables };

function VariableControl({ wiring, variable, entered: { getValue, set, setFile } }: VariableControlProps) {
  const { name, kind, options } = variable;
  const value = getValue(variable);
  switch (kind) {
    case "file":
      return (
        <Input
          {...wiring}
          name={toFieldName(name)}
          type="file"
          onChange={(event) => setFile(name, event.target.files?.[0])}
          className="py-2"
        />
      );
    case "choice":
      return (
        <Select
          {...wiring}
          name={toFieldName(name)}
          value={value}
          onChange={(event) => set(name, event.target.value)}
        >
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      );
    case "long_text":
      return (
        <Textarea
          {...wiring}
          name={toFieldName(name)}
          value={value}
          maxLength={MAX_VALUE_LENGTH}
          onChange={(event) => set(name, event.target.value)}
          className="field-sizing-content max-h-60"
        />
      );
    default:
      return (
        <Input
          {...wiring}
          name={toFieldName(name)}
          type={kind}
          value={value}
          maxLength={MAX_VALUE_LENGTH}
          autoComplete="off"
          onChange={(event) => set(name, event.target.value)}
        />
      );
  }
}
