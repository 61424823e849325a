"use client";

import ChevronDown from "lucide-react/icons/chevron-down";
import { type Ref, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { Avatar } from "@/components/ui/states";
import { getWantedModel } from "@/lib/chat/model-choice/settings";
import { type ChooserChoice, getModelName } from "./choice";

const Chooser = lazy(() => import("./chooser").then((file) => ({ default: file.Chooser })));

type ChooserButtonProps = ChooserChoice & { className?: string; ref?: Ref<HTMLButtonElement> };

export function ChooserButton({ className, ref, ...choice }: ChooserButtonProps) {
  const t = useTranslations("chooser");
  const { assistants } = usePeople();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { assistant } = choice;
  const known = assistants.find(({ id }) => id === assistant?.id);
  const model = getWantedModel(choice, known && { ...known, modelIsFixed: known.model_is_fixed });
  const modelLabel = model ? getModelName(model) : assistant && t("default");
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        className={cx(
          "inline-flex max-w-full min-w-0 items-center text-muted hover:text-ink aria-expanded:text-ink",
          className,
        )}
      >
        {assistant && (
          <Avatar
            name={assistant.name}
            emoji={assistant.avatar}
            url={assistant.avatar_url}
            className="me-1.5 size-5 text-[0.5625rem] max-sm:hidden"
          />
        )}
        {/* No aria-label: the accessible name must contain the visible text (WCAG 2.5.3), including the avatar's initials. */}
        {assistant ? (
          t.rich("assistant", {
            name: assistant.name,
            hidden: (text) => <span className="sr-only">{text}</span>,
            shown: (text) => <span className="truncate">{text}</span>,
          })
        ) : (
          <span className="truncate">{t("noAssistant")}</span>
        )}
        {modelLabel && (
          <>
            <span className="whitespace-pre"> · </span>
            <span className="truncate">{modelLabel}</span>
          </>
        )}
        <ChevronDown className="ms-0.5 size-4 shrink-0 max-sm:size-3.5" aria-hidden />
      </button>
      {anchor && (
        <Suspense>
          <Chooser {...choice} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
}
