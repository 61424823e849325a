"use client";

import Lightbulb from "lucide-react/icons/lightbulb";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import { useTranslations } from "@/components/i18n/words";
import type { Translate } from "@/lib/platform/words/translate";

const examples = [
  {
    icon: <Mail aria-hidden />,
    label: "write",
    prompt: "writePrompt",
  },
  {
    icon: <ListChecks aria-hidden />,
    label: "plan",
    prompt: "planPrompt",
  },
  {
    icon: <Lightbulb aria-hidden />,
    label: "explain",
    prompt: "explainPrompt",
  },
] as const;

export function ExamplePrompts({ onChoose }: { onChoose: (prompt: string) => void }) {
  const t = useTranslations("firstRun");
  return (
    <section aria-label={t("examples")} className="mt-4 grid gap-2 sm:grid-cols-3">
      {examples.map(({ icon, label, prompt }) => (
        <button
          key={label}
          type="button"
          onClick={() => onChoose(t(prompt))}
          className="flex flex-col gap-1 rounded-xl border bg-surface p-3 text-start text-sm transition-colors hover:border-line-strong hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent"
        >
          <span className="flex items-center gap-2 font-medium">
            {icon} {t(label)}
          </span>
          <span className="line-clamp-1 text-muted sm:line-clamp-2">{t(prompt)}</span>
        </button>
      ))}
    </section>
  );
}

export function withExample(t: Translate<"firstRun">, text: string, prompt: string): string {
  const isOwn = text.trim() !== "" && !examples.some((example) => t(example.prompt) === text);
  return isOwn ? `${text.trimEnd()}\n\n${prompt}` : prompt;
}
