"use client";

import Brain from "lucide-react/icons/brain";
import { useId } from "react";
import { useUpdateMe } from "@/components/data/use-update-me";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";

/** Says that memory is on and lets the person turn it off, until they have chosen. */
export function MemoryChoice({ onChosen }: { onChosen: () => void }) {
  const t = useTranslations("firstRun");
  const id = useId();
  const saving = useUpdateMe();
  const choose = (uses_memory: boolean) => saving.mutate({ uses_memory }, { onSuccess: onChosen });
  const chosen = saving.isPending ? saving.variables.uses_memory : undefined;
  return (
    <section
      aria-labelledby={id}
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border bg-surface px-4 py-3 text-sm"
    >
      <Brain className="size-5 shrink-0 text-accent max-sm:hidden" aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={id} className="font-medium">
          {t("memoryTitle")}
        </h2>
        <p className="text-muted">{t("memoryHelp")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={chosen === true} disabled={saving.isPending} onClick={() => choose(true)}>
          {t("keepMemoryOn")}
        </Button>
        <Button
          size="small"
          busy={chosen === false}
          disabled={saving.isPending}
          onClick={() => choose(false)}
        >
          {t("turnMemoryOff")}
        </Button>
      </div>
    </section>
  );
}
