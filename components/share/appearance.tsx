"use client";

import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { LanguageSelect } from "@/components/words/language-select";
import { useWords } from "@/components/words/words";
import { isLanguage } from "@/lib/platform/words/languages";
import type { Translate } from "@/lib/platform/words/translate";
import { ColourInput } from "./colour-input";
import { opaque } from "./colours";
import { addressOf, LOOKS, type Look, type LookName } from "./snippets";

/** How the chat looks to visitors, tried beside it; the link and the snippets hold what is chosen. */
export function Appearance({
  publicUrl,
  look,
  onChange,
}: {
  publicUrl: string;
  look: Look;
  onChange: (look: Look) => void;
}) {
  const t = useWords("share");
  const [isShown, setIsShown] = useState(false);
  const shown = useDeferredValue(addressOf(publicUrl, look));
  const set = (name: LookName, value: string) => onChange({ ...look, [name]: value });
  return (
    <section aria-labelledby="share-look" className="space-y-3">
      <h2 id="share-look" className="font-medium">
        {t("appearance")}
      </h2>
      <p className="text-muted">{t("appearanceHelp")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(LOOKS) as LookName[]).map((name) => (
          <Field key={name} label={t(LOOKS[name].label)} error={faultOf(t, name, look[name])}>
            {(wiring) => {
              const value = look[name] ?? "";
              const change = (given: string) => set(name, given);
              if (LOOKS[name].kind === "color")
                return (
                  <ColourInput wiring={wiring} label={t(LOOKS[name].label)} value={value} onChange={change} />
                );
              if (LOOKS[name].kind === "text")
                return (
                  <Input
                    {...wiring}
                    value={value}
                    maxLength={200}
                    autoComplete="off"
                    placeholder={t("default")}
                    onChange={(event) => change(event.target.value)}
                  />
                );
              if (LOOKS[name].kind === "language")
                return (
                  <LanguageSelect
                    {...wiring}
                    value={isLanguage(value) ? value : null}
                    automatic={t("automatic")}
                    onChange={(language) => change(language ?? "")}
                  />
                );
              return (
                <Select {...wiring} value={value} onChange={(event) => change(event.target.value)}>
                  <option value="">{t("automatic")}</option>
                  <option value="light">{t("light")}</option>
                  <option value="dark">{t("dark")}</option>
                </Select>
              );
            }}
          </Field>
        ))}
      </div>
      <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? "hidePreview" : "showPreview")}
      </Button>
      {isShown && (
        <iframe src={shown} title={t("preview")} className="h-[32rem] w-full rounded-xl border bg-surface" />
      )}
    </section>
  );
}

const faultOf = (t: Translate<"share">, name: LookName, value = "") =>
  LOOKS[name].kind === "color" && value.trim() && !opaque(value) ? t("notAColour") : undefined;
