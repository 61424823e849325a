import Ban from "lucide-react/icons/ban";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDotDashed from "lucide-react/icons/circle-dot-dashed";
import ListChecks from "lucide-react/icons/list-checks";
import type { RunState } from "@/components/data/follow-run";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { toItems, toText } from "./notes";

type PlanStep = NonNullable<RunState["plan"]>[number];

const SIGNS = { open: Circle, doing: CircleDotDashed, done: CircleCheck, dropped: Ban };

export function Plan({ steps, isRunning = false }: { steps: PlanStep[]; isRunning?: boolean }) {
  const t = useTranslations("replySteps");
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <details open={isRunning} className="mb-2 rounded-xl border bg-surface px-3 py-2 text-sm">
      <summary className="flex items-center gap-2 rounded-md font-medium">
        <ListChecks className="size-4 shrink-0 text-muted" aria-hidden />
        <span>{t("plan")}</span>
        <span
          className="ms-auto text-xs font-normal text-muted tabular-nums"
          role={isRunning ? "status" : undefined}
        >
          {t("progress", { done, count: steps.length })}
        </span>
      </summary>
      <ol aria-label={t("plan")} className="mt-2 space-y-1.5 pb-1">
        {steps.map(({ text, state }, at) => {
          const Sign = SIGNS[state];
          return (
            <li
              key={at}
              aria-current={isRunning && state === "doing" ? "step" : undefined}
              className="flex gap-2"
            >
              <Sign
                className={cx(
                  "mt-0.5 size-4 shrink-0",
                  state === "done" ? "text-success" : state === "doing" ? "text-accent" : "text-muted",
                )}
                aria-hidden
              />
              <span
                className={cx(
                  "min-w-0 wrap-anywhere",
                  state === "doing" && "font-medium",
                  state === "dropped" && "text-muted line-through",
                )}
              >
                {text}
                <span className="sr-only"> ({t(state)})</span>
              </span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}

const isState = (state: string | undefined): state is PlanStep["state"] =>
  state !== undefined && state in SIGNS;
const LIMITS = ["rounds", "tokens", "time"] as const;

export function CompletedPlan({ extra }: { extra: Message["extra"] }) {
  const t = useTranslations("replySteps");
  const steps = toItems(extra?.plan).flatMap((step) => {
    const [what, state] = [toText(step.text), toText(step.state)];
    return what && isState(state) ? [{ text: what, state }] : [];
  });
  const limit = LIMITS.find((name) => name === extra?.limit_reached);
  return (
    <>
      {steps.length > 0 && <Plan steps={steps} />}
      {limit && <p className="mb-2 text-sm text-muted">{t(`limit_${limit}`)}</p>}
    </>
  );
}
