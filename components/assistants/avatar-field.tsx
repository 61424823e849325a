"use client";

import { AccountField } from "@/components/account/fields";
import { AssistantAvatar } from "./avatar";

const suggestions = ["🪶", "🤖", "🦉", "🧭", "🛟", "🔧", "📚", "⚖️", "🎨", "🌍", "💬", "🧪"];

type Props = {
  value: string;
  name: string;
  fault?: string;
  onChange: (event: { target: { value: string } }) => void;
  onChoose: (avatar: string) => void;
};

/** An emoji of one's own or one of a few. */
export function AvatarField({ value, name, fault, onChange, onChoose }: Props) {
  return (
    <div className="flex items-start gap-4">
      <AssistantAvatar name={name} avatar={value} large />
      <div className="min-w-0 flex-1">
        <AccountField
          label="Avatar"
          hint="An emoji. Without one, the first letter of the name is shown."
          value={value}
          onChange={onChange}
          fault={fault}
          maxLength={8}
          autoComplete="off"
          className="w-24"
        />
        <div className="mt-2 flex flex-wrap gap-1">
          {suggestions.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={`Use ${emoji}`}
              aria-pressed={emoji === value}
              onClick={() => onChoose(emoji)}
              className="grid size-9 place-items-center rounded-lg text-lg hover:bg-sunken aria-pressed:bg-accent-soft"
            >
              {emoji}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
