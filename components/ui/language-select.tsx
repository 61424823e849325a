"use client";

import type { ComponentProps } from "react";
import { isLanguage, LANGUAGES, type Language } from "@/lib/platform/words/languages";
import { Select } from "./field";

type LanguageSelectProps = Omit<ComponentProps<"select">, "value" | "onChange"> & {
  /** Null follows the browser. This option is offered only with `automatic`, which is its label. */
  value: Language | null;
  automatic?: string;
  onChange: (language: Language | null) => void;
};

export const LanguageSelect = ({ value, automatic, onChange, ...rest }: LanguageSelectProps) => (
  <Select
    {...rest}
    value={value ?? ""}
    onChange={({ target }) => onChange(isLanguage(target.value) ? target.value : null)}
  >
    {automatic !== undefined && <option value="">{automatic}</option>}
    {Object.entries(LANGUAGES).map(([language, { name, tag }]) => (
      <option key={language} value={language} lang={tag}>
        {name}
      </option>
    ))}
  </Select>
);
