"use client";

import { Field, Input } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";
import { useWords } from "@/components/words/words";

const suggestions = ["🪶", "🤖", "🦉", "🧭", "🛟", "🔧", "📚", "⚖️", "🎨", "🌍", "💬", "🧪"];

type Props = { value: string; name: string; fault?: string; onChange: (avatar: string) => void };

/** An emoji of one's own or one of a few. */
export function AvatarField({ value, name, fault, onChange }: Props) {
  const t = useWords("assistants");
  return (
    <div className="flex items-start gap-4">
      <Avatar name={name} emoji={value} className="size-14 text-xl" />
      <div className="min-w-0 flex-1">
        <Field label={t("avatar")} help={t("avatarHelp")} error={fault}>
          {(wiring) => (
            <Input
              {...wiring}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              maxLength={8}
              autoComplete="off"
              className="max-w-24"
            />
          )}
        </Field>
        <div className="mt-2 flex flex-wrap gap-1">
          {suggestions.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={t("use", { emoji })}
              aria-pressed={emoji === value}
              onClick={() => onChange(emoji)}
              className="grid size-9 place-items-center rounded-lg text-lg hover:bg-hover aria-pressed:bg-accent-soft pointer-coarse:size-11"
            >
              {emoji}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
