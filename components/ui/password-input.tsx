"use client";

import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Input } from "./field";

/**
 * Secret input with a button that reveals it. `labels` replaces the button's labels for secrets other than passwords.
 */
export function PasswordInput({
  labels,
  ...input
}: ComponentProps<"input"> & { labels?: { show: string; hide: string } }) {
  const t = useTranslations("ui");
  const { show, hide } = labels ?? { show: t("showPassword"), hide: t("hidePassword") };
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...input} type={isShown ? "text" : "password"} className="pe-11" />
      <button
        type="button"
        aria-label={isShown ? hide : show}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-muted hover:text-ink noscript:hidden"
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </div>
  );
}
