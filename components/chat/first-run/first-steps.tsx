"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { firstStepsQuery } from "@/components/data/first-steps";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import { useToast } from "@/components/ui/toast";
import { firstStepsApi } from "@/lib/admin/first-steps/operations";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import type { Key } from "@/lib/platform/words/screens";

type FirstStepName = AnswerOf<typeof firstStepsApi.getFirstSteps>["steps"][number]["step"];

// Label and page of each step. The first step has no `href`, because it is done on this page.
const steps: Record<FirstStepName, { label: Key<"firstRun">; hint: Key<"firstRun">; href?: string }> = {
  send_message: { label: "sendMessage", hint: "sendMessageHelp" },
  connect_model: {
    label: "connectModel",
    hint: "connectModelHelp",
    href: "/settings/models",
  },
  run_action: {
    label: "runPrompt",
    hint: "runPromptHelp",
    href: "/task-actions",
  },
  change_assistant: {
    label: "changeAssistant",
    hint: "changeAssistantHelp",
    href: "/assistants",
  },
  invite_colleague: {
    label: "inviteColleague",
    hint: "inviteColleagueHelp",
    href: "/settings/members",
  },
};

export function FirstSteps({ onWrite }: { onWrite: () => void }) {
  const t = useTranslations("firstRun");
  const id = useId();
  const client = useQueryClient();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery(firstStepsQuery);
  if (!data || data.finished) return null;
  const done = data.steps.filter((step) => step.done).length;
  const progress = t("progress", { done, total: data.steps.length });

  async function putAway(): Promise<void> {
    setIsBusy(true);
    try {
      client.setQueryData(firstStepsQuery.queryKey, await call(firstStepsApi.finishFirstSteps, {}));
      toast(t("hidden"));
      onWrite();
    } catch (error) {
      toast(error as Error);
      setIsBusy(false);
    }
  }

  return (
    <section aria-labelledby={id} className="mt-8 rounded-2xl border bg-surface p-2">
      <header className="flex items-center gap-3 ps-3">
        <h2 id={id} className="font-medium">
          {t("title")}
        </h2>
        <p role="status" className="flex-1 text-sm text-muted">
          {progress}
        </p>
        <IconButton label={t("hide")} aria-busy={isBusy} onClick={() => !isBusy && void putAway()}>
          {isBusy ? <Spinner /> : <X aria-hidden />}
        </IconButton>
      </header>
      <progress
        aria-label={t("title")}
        aria-valuetext={progress}
        value={done}
        max={data.steps.length}
        className="sr-only"
      />
      <ul className="mt-1">
        {data.steps.map((step) => (
          <li key={step.step}>
            <StepRow {...steps[step.step]} isDone={step.done} onWrite={onWrite} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const row = "flex w-full items-center gap-3 rounded-xl px-3 py-2 text-start text-sm";

function StepRow({
  label,
  hint,
  href,
  isDone,
  onWrite,
}: (typeof steps)[FirstStepName] & { isDone: boolean; onWrite: () => void }) {
  const t = useTranslations("firstRun");
  if (isDone)
    return (
      <p className={`${row} text-muted`}>
        <CircleCheck className="size-5 shrink-0 text-success" aria-hidden />
        <span className="sr-only">{t("done")} </span>
        <span className="line-through">{t(label)}</span>
      </p>
    );
  const content = (
    <>
      <Circle className="size-5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(label)}</span>
        <span className="block text-muted">{t(hint)}</span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
    </>
  );
  return href ? (
    <Link href={href} className={`${row} hover:bg-hover`}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={onWrite} className={`${row} hover:bg-hover`}>
      {content}
    </button>
  );
}
