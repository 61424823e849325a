"use client";

import type { ReactNode } from "react";
import type { ModelProblem } from "@/components/data/models";
import { usePeople } from "@/components/data/people";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import type { Key } from "@/lib/platform/words/screens";

const REASONS: Record<string, Key<"modelProblems"> | undefined> = {
  refused: "reached",
  stalled: "reached",
  unauthorized: "unauthorized",
};
// Environment variables that connect each provider. Names of secrets are abbreviated, because bundles must not
// contain them.
const VARIABLES: Record<string, string | undefined> = {
  openai: "OPENAI_*",
  "openai-compatible": "OPENAI_BASE_URL",
  ollama: "OLLAMA_BASE_URL",
};

type ModelProblemsProps = {
  problems: ModelProblem[];
  children?: (problem: ModelProblem) => ReactNode;
};

export function ModelProblems({ problems, children: more = checkConnection }: ModelProblemsProps) {
  const t = useTranslations("modelProblems");
  const getName = useProviderNames();
  if (problems.length === 0) return null;
  return (
    <ul className="space-y-1 wrap-anywhere">
      {problems.map((problem) => {
        const { connection, provider, name, code } = problem;
        const sentence = t(REASONS[code] ?? "failed", {
          provider: name ?? getName(provider)?.label ?? provider,
        });
        return (
          <li key={connection}>
            <span className="text-danger">{sentence}</span> {more(problem)}
          </li>
        );
      })}
    </ul>
  );
}

const checkConnection = ({ connection }: ModelProblem) => <CheckConnection connection={connection} />;

export function CheckConnection({ connection }: { connection: string }) {
  const t = useTranslations("modelProblems");
  const { me } = usePeople();
  if (!me.managesModels) return t("adminChecks");
  return (
    <Link href={`/settings/models?connection=${connection}`} className="underline underline-offset-2">
      {t("check")}
    </Link>
  );
}

export function FromEnvironment({ provider }: { provider: string }) {
  const t = useTranslations("modelProblems");
  const variable = VARIABLES[provider];
  return variable ? t("fromEnvironment", { variable }) : null;
}
