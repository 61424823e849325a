"use client";

import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
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
  const [isShown, setIsShown] = useState(false);
  const shown = useDeferredValue(addressOf(publicUrl, look));
  const set = (name: LookName, value: string) => onChange({ ...look, [name]: value });
  return (
    <section aria-labelledby="share-look" className="space-y-3">
      <h2 id="share-look" className="font-medium">
        Appearance
      </h2>
      <p className="text-muted">
        The link and the snippets above carry what is chosen here. Colours are names such as “teal”, or #rgb,
        #rgba, #rrggbb and #aarrggbb; text on them stays readable.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(LOOKS) as LookName[]).map((name) => (
          <Field key={name} label={LOOKS[name].label} error={faultOf(name, look[name])}>
            {(wiring) => {
              const value = look[name] ?? "";
              const change = (given: string) => set(name, given);
              if (LOOKS[name].kind === "color")
                return (
                  <ColourInput wiring={wiring} label={LOOKS[name].label} value={value} onChange={change} />
                );
              if (LOOKS[name].kind === "text")
                return (
                  <Input
                    {...wiring}
                    value={value}
                    maxLength={200}
                    autoComplete="off"
                    placeholder="As it is"
                    onChange={(event) => change(event.target.value)}
                  />
                );
              return (
                <Select {...wiring} value={value} onChange={(event) => change(event.target.value)}>
                  <option value="">Automatic</option>
                  <option value="light">Light</option>
                  <option value="dark">Dark</option>
                </Select>
              );
            }}
          </Field>
        ))}
      </div>
      <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide the preview" : "Show a preview"}
      </Button>
      {isShown && (
        <iframe
          src={shown}
          title="Preview of the public chat"
          className="h-[32rem] w-full rounded-xl border bg-surface"
        />
      )}
    </section>
  );
}

const faultOf = (name: LookName, value = "") =>
  LOOKS[name].kind === "color" && value.trim() && !opaque(value)
    ? "Not a colour: it is left out by the page."
    : undefined;
