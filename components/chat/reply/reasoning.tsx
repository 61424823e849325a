import Bookmark from "lucide-react/icons/bookmark";
import Bot from "lucide-react/icons/bot";
import Brain from "lucide-react/icons/brain";
import CalendarClock from "lucide-react/icons/calendar-clock";
import ChevronRight from "lucide-react/icons/chevron-right";
import FileText from "lucide-react/icons/file-text";
import MessageSquareReply from "lucide-react/icons/message-square-reply";
import NotebookPen from "lucide-react/icons/notebook-pen";
import Search from "lucide-react/icons/search";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Wrench from "lucide-react/icons/wrench";
import { useContext } from "react";
import { OpenPage } from "@/components/chat/canvas/open-page";
import type { Message } from "@/components/data/thread";
import { useTranslateReason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Spinner } from "@/components/ui/spinner";
import { listFormat, type Translate } from "@/lib/platform/words/translate";

type ReasoningStep = Message["reasoning_steps"][number];
type ReplyTranslate = Translate<"chatReplies">;
type Say = (label: string) => string;

export function Reasoning({ steps, isRunning = false }: { steps: ReasoningStep[]; isRunning?: boolean }) {
  const t = useTranslations("chatReplies");
  const say = useTranslateReason();
  const last = steps.at(-1);
  if (!last) return null;
  const isWaiting = isRunning && last.right_text === null;
  return (
    <details open={isRunning} className="group mb-2 text-sm text-muted">
      <summary className="inline-flex max-w-full items-center gap-1 rounded-md py-0.5 pe-2 hover:text-ink">
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
          aria-hidden
        />
        {steps.length === 1 && <Sign step={last} />}
        <span className="truncate">{isRunning ? saying(t, say, last) : summarizeSteps(t, say, steps)}</span>
      </summary>
      <ol className="mt-1 ms-2 space-y-2 border-s ps-4">
        {steps.map((step, index) => (
          <li key={index}>
            <OneStep step={step} isRunning={isWaiting && step === last} isTitled={steps.length > 1} />
          </li>
        ))}
      </ol>
    </details>
  );
}

const isThought = ({ kind }: ReasoningStep) => kind === "thought";

// Summarizes one step, as in "Thought for 8 s" or "Searched documents: notice · 254 ms", or counts several.
function summarizeSteps(t: ReplyTranslate, say: Say, steps: ReasoningStep[]): string {
  const [first] = steps as [ReasoningStep];
  const head = withTime(t, say, first);
  return steps.length === 1 ? head : t("moreSteps", { first: head, count: steps.length - 1 });
}

function withTime(t: ReplyTranslate, say: Say, step: ReasoningStep): string {
  const took = step.right_text?.replace(".0 s", " s");
  if (!took) return saying(t, say, step);
  if (!isThought(step)) return `${saying(t, say, step)} · ${took}`;
  return took.endsWith("ms") ? t("thoughtBriefly") : t("thoughtFor", { time: took });
}

// Maximum characters of a step's description that is shown beside its label.
const SHORT = 60;

function getShortDescription(step: ReasoningStep): string | undefined {
  const about = step.description_md;
  const isShort = about && !isThought(step) && about.length <= SHORT && !about.includes("\n");
  return isShort ? about.replace(/\.$/, "") : undefined;
}

const FOUND = /^Found (?:(\d+) passages? of (\d+) documents?)?(?: and )?(?:(\d+) messages?)?$/;

// Translates the result count of a search step; undefined for other descriptions.
function found(t: ReplyTranslate, about: string): string | undefined {
  const [whole, passages, documents, messages] = FOUND.exec(about) ?? [];
  return (
    whole &&
    listFormat(t.locale).format([
      ...(passages ? [t("foundPassages", { passages: Number(passages), documents: Number(documents) })] : []),
      ...(messages ? [t("foundMessages", { messages: Number(messages) })] : []),
    ])
  );
}

function saying(t: ReplyTranslate, say: Say, step: ReasoningStep): string {
  const about = getShortDescription(step);
  return about
    ? t("stepAbout", { step: say(step.label), subject: found(t, about) ?? about })
    : say(step.label);
}

const SIGNS = {
  thought: Brain,
  search: Search,
  read: FileText,
  write: NotebookPen,
  memory: Bookmark,
  schedule: CalendarClock,
  tool: Wrench,
  assistant: Bot,
  direction: MessageSquareReply,
};

function Sign({ step }: { step: ReasoningStep }) {
  const Icon = step.metadata?.failed ? TriangleAlert : SIGNS[step.kind ?? "tool"];
  return <Icon className="size-3.5 shrink-0 self-center" aria-hidden />;
}

type StepProps = {
  step: ReasoningStep;
  isRunning: boolean;
  isTitled: boolean;
};

function OneStep({ step, isRunning, isTitled }: StepProps) {
  const t = useTranslations("chatReplies");
  const say = useTranslateReason();
  const { description_md: about, right_text: took, metadata: came } = step;
  const open = useContext(OpenPage);
  const page = came?.canvas_page_id;
  return (
    <>
      <p className="flex items-baseline gap-2 font-medium empty:hidden">
        {isTitled && <Sign step={step} />}
        {isTitled && <span className="min-w-0 wrap-anywhere">{saying(t, say, step)}</span>}
        {isRunning && <Spinner className="size-3.5 self-center" />}
        {came?.failed && (
          <span className="rounded-md bg-danger-soft px-1.5 text-xs text-danger">{t("failed")}</span>
        )}
        {isTitled && took && (
          <span className="ms-auto shrink-0 text-xs font-normal tabular-nums">{took}</span>
        )}
      </p>
      {about && !getShortDescription(step) && <p className="whitespace-pre-wrap wrap-anywhere">{about}</p>}
      {open && page !== undefined && (
        <button
          type="button"
          onClick={() => open(page)}
          className="rounded-md text-xs underline underline-offset-2 hover:text-ink pointer-coarse:py-3"
        >
          {t("openInCanvas")}
        </button>
      )}
      {came && came.result !== "" && (
        <details open={came.failed}>
          <summary className="rounded-md text-xs underline underline-offset-2 hover:text-ink">
            {t(came.failed ? "whatWentWrong" : "result")}
          </summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
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
