import ChevronRight from "lucide-react/icons/chevron-right";
import type { Message } from "./thread-data";

/** The steps that led to a reply: one line when it is over, open while it is written. */
export function Reasoning({
  steps,
  isRunning = false,
}: {
  steps: Message["reasoning_steps"];
  isRunning?: boolean;
}) {
  if (steps.length === 0) return null;
  const last = steps.at(-1)!;
  return (
    <details open={isRunning} className="group mb-2 text-sm text-muted">
      <summary className="inline-flex items-center gap-1 rounded-md py-0.5 pr-2 hover:text-ink">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden />
        {isRunning ? last.label : steps.length === 1 ? last.label : `${steps.length} steps`}
      </summary>
      <ol className="mt-1 ml-2 space-y-2 border-l pl-4">
        {steps.map((step, index) => (
          <li key={index}>
            <p className="font-medium">{step.label}</p>
            {step.description_md && (
              <p className="whitespace-pre-wrap wrap-anywhere">{step.description_md}</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
