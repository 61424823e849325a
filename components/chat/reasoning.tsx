import ChevronRight from "lucide-react/icons/chevron-right";
import type { Message } from "@/components/data/thread";
import { Spinner } from "@/components/ui/spinner";

type Step = Message["reasoning_steps"][number];

/** The steps that led to a reply: one line when it is over, open while it is written. */
export function Reasoning({ steps, isRunning = false }: { steps: Step[]; isRunning?: boolean }) {
  const last = steps.at(-1);
  if (!last) return null;
  const isWaiting = isRunning && last.metadata === null;
  return (
    <details open={isRunning} className="group mb-2 text-sm text-muted">
      <summary className="inline-flex items-center gap-1 rounded-md py-0.5 pr-2 hover:text-ink">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {isRunning || steps.length === 1 ? last.label : `${steps.length} steps`}
      </summary>
      <ol className="mt-1 ml-2 space-y-2 border-l pl-4">
        {steps.map((step, index) => (
          <li key={index}>
            <OneStep step={step} isRunning={isWaiting && step === last} isTitled={steps.length > 1} />
          </li>
        ))}
      </ol>
    </details>
  );
}

type StepProps = {
  step: Step;
  isRunning: boolean;
  /** The line above is not its label already. */
  isTitled: boolean;
};

function OneStep({ step, isRunning, isTitled }: StepProps) {
  const { label, description_md: about, right_text: took, metadata: came } = step;
  return (
    <>
      <p className="flex items-baseline gap-2 font-medium empty:hidden">
        {isTitled && <span className="min-w-0 wrap-anywhere">{label}</span>}
        {isRunning && <Spinner className="size-3.5 self-center" />}
        {came?.failed && <span className="rounded-md bg-danger-soft px-1.5 text-xs text-danger">failed</span>}
        {took && <span className="ml-auto shrink-0 text-xs font-normal tabular-nums">{took}</span>}
      </p>
      {about && <p className="whitespace-pre-wrap wrap-anywhere">{about}</p>}
      {came && came.result !== "" && (
        <details open={came.failed}>
          <summary className="rounded-md text-xs underline underline-offset-2 hover:text-ink">
            {came.failed ? "What went wrong" : "What came of it"}
          </summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="mt-1 max-h-48 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {came.result}
          </pre>
        </details>
      )}
    </>
  );
}
