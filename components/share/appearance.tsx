"use client";

import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
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
        Colours are names such as “teal”, or #rgb, #rrggbb and #aarrggbb. Text on them stays readable.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(LOOKS) as LookName[]).map((name) => (
          <Field key={name} label={LOOKS[name].label}>
            {(wiring) =>
              LOOKS[name].kind === "theme" ? (
                <Select
                  {...wiring}
                  value={look[name] ?? ""}
                  onChange={(event) => set(name, event.target.value)}
                >
                  <option value="">As the visitor's system</option>
                  <option value="light">Light</option>
                  <option value="dark">Dark</option>
                </Select>
              ) : (
                <Input
                  {...wiring}
                  value={look[name] ?? ""}
                  maxLength={200}
                  autoComplete="off"
                  placeholder={LOOKS[name].kind === "color" ? "#0f766e" : undefined}
                  onChange={(event) => set(name, event.target.value)}
                />
              )
            }
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
