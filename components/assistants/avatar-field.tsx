"use client";

import ImageUp from "lucide-react/icons/image-up";
import { useRef, useState } from "react";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";

const suggestions = ["🪶", "🤖", "🦉", "🧭", "🛟", "🔧", "📚", "⚖️", "🎨", "🌍", "💬", "🧪"];

type AvatarFieldProps = {
  value: string;
  name: string;
  saved: Assistant | undefined;
  fault?: string;
  onChange: (avatar: string) => void;
  onPicture: (assistant: Assistant) => void;
};

export function AvatarField({ value, name, saved, fault, onChange, onPicture }: AvatarFieldProps) {
  const t = useTranslations("assistants");
  return (
    <div className="flex items-start gap-4">
      <Avatar name={name} emoji={value} url={saved?.avatar_url} className="size-14 text-xl" />
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
        {saved && <Picture saved={saved} onPicture={onPicture} />}
      </div>
    </div>
  );
}

// Uploads a picture, which takes effect without saving the form.
function Picture({
  saved: { id, avatar_url },
  onPicture,
}: {
  saved: Assistant;
  onPicture: AvatarFieldProps["onPicture"];
}) {
  const t = useTranslations("assistants");
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (doing: () => Promise<Assistant>) => {
    setBusy(true);
    try {
      onPicture(await doing());
    } catch (error) {
      toast(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        hidden
        aria-label={t("pictureFile")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file)
            void change(() => call(assistantsApi.setAssistantPicture, { params: { id }, files: [file] }));
        }}
      />
      <Button size="small" busy={isBusy} onClick={() => field.current?.click()}>
        <ImageUp className="size-4" aria-hidden /> {t("uploadPicture")}
      </Button>
      {avatar_url && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => void change(() => call(assistantsApi.removeAssistantPicture, { params: { id } }))}
        >
          {t("removePicture")}
        </Button>
      )}
    </div>
  );
}
