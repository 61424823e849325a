"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useTranslations } from "@/components/i18n/words";
import type { AnswerOf } from "@/lib/api/contract";
import type { providersApi } from "@/lib/llm/providers/contract";

type Tested = AnswerOf<typeof providersApi.testConnection>;
type TestResultProps = {
  test: UseMutationResult<Tested, Error, void>;
  chosen: string;
  onChoose: (model: string) => void;
};

const MAX_LISTED = 40;

export function TestResult({ test, chosen, onChoose }: TestResultProps) {
  const t = useTranslations("settingsModels");
  const { data } = test;
  return (
    <div aria-live="polite" className="text-sm">
      {data && (
        <>
          <p className={data.ok ? "text-success" : "text-danger"}>{data.message}</p>
          {data.models.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-1.5">
              {data.models.slice(0, MAX_LISTED).map((model) => (
                <li key={model}>
                  <button
                    type="button"
                    aria-pressed={model === chosen}
                    onClick={() => onChoose(model)}
                    className="rounded-full border px-2.5 py-1 font-mono text-xs hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
                  >
                    {model}
                  </button>
                </li>
              ))}
              {data.models.length > MAX_LISTED && (
                <li className="py-1 text-xs text-muted">
                  {t("moreModels", { count: data.models.length - MAX_LISTED })}
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
