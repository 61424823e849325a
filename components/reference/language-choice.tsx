"use client";

import { storeCookie } from "@/components/browser/device-storage";
import { useTranslations } from "@/components/i18n/words";
import { type Language, languages } from "./samples";

/**
 * Radio buttons that select the language of all examples. Labels in the examples operate them by pointer, so the
 * buttons are visible only while focused by keyboard.
 */
export function LanguageChoice({ initial }: { initial: Language }) {
  const t = useTranslations("docs");
  return (
    <fieldset
      onChange={(event) => {
        const { value } = event.target as unknown as HTMLInputElement;
        storeCookie("docsLanguage", value, "/docs");
      }}
      className="fixed top-16 end-4 z-30 flex gap-4 rounded-lg border border-line bg-raised px-4 py-2 text-sm shadow-float not-has-focus-visible:opacity-0 not-has-focus-visible:pointer-events-none"
    >
      <legend className="sr-only">{t("exampleLanguage")}</legend>
      {languages.map(({ id, name }) => (
        <span key={id} className="flex items-center gap-1.5">
          <input
            type="radio"
            id={`language-${id}`}
            name="language"
            value={id}
            aria-label={name}
            defaultChecked={id === initial}
            autoComplete="off"
          />
          <span aria-hidden>{name}</span>
        </span>
      ))}
    </fieldset>
  );
}
