"use client";

import { useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";

// Side in pixels, twice the displayed size.
const SIDE = 96;

/** Emoji, or a picture that is downscaled in the browser and stored inline. */
export function AvatarField({
  value,
  name,
  onChange,
}: {
  value: string | null;
  name: string;
  onChange: (value: string | null) => void;
}) {
  const t = useTranslations("publish");
  const picker = useRef<HTMLInputElement>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const isPicture = value?.startsWith("data:") ?? false;
  return (
    <div className="flex items-start gap-4">
      {isPicture ? (
        <img src={value!} alt="" className="size-14 rounded-full object-cover" />
      ) : (
        <Avatar name={name} emoji={value} className="size-14 text-xl" />
      )}
      <Field
        label={t("avatar")}
        help={t("avatarHelp")}
        error={isUnreadable ? t("notAPicture") : undefined}
        className="min-w-0 flex-1"
      >
        {(wiring) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...wiring}
              value={isPicture ? "" : (value ?? "")}
              maxLength={8}
              autoComplete="off"
              className="max-w-24"
              onChange={({ target }) => onChange(target.value || null)}
            />
            <Button onClick={() => picker.current?.click()}>{t("choosePicture")}</Button>
            {isPicture && <Button onClick={() => onChange(null)}>{t("removePicture")}</Button>}
            <input
              ref={picker}
              type="file"
              accept="image/*"
              hidden
              onChange={async ({ target }) => {
                const [file] = target.files ?? [];
                target.value = "";
                const picture = file && (await smallPicture(file));
                setIsUnreadable(file !== undefined && picture === undefined);
                if (picture) onChange(picture);
              }}
            />
          </div>
        )}
      </Field>
    </div>
  );
}

// Converts a picture to a square `data:` URL of a few kilobytes; undefined if the browser can't decode it.
async function smallPicture(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  // Browsers that can't encode WebP return PNG.
  return canvas.toDataURL("image/webp", 0.9);
}
