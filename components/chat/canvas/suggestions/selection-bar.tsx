import Send from "lucide-react/icons/arrow-up";
import Sparkles from "lucide-react/icons/sparkles";
import X from "lucide-react/icons/x";
import { type FormEvent, type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { MAX_INSTRUCTION_LENGTH } from "@/lib/replies/canvas-suggestions/operations";
import { focusEditor, isFocusLost, keepCanvasOpen } from "../editor-focus";
import { isPassageTooLong, type Passage, type SuggestionTask, useSuggestionRequest } from "./use-request";

const Markdown = lazy(() =>
  import("@/components/markdown/markdown").then((file) => ({ default: file.Markdown })),
);

const PROSE_TASKS = ["shorter", "longer", "grammar"] as const;
const CODE_TASKS = ["explain"] as const;

/** Asks for a change, or an explanation, of what is selected in an editor. */
export function SelectionBar({
  chat,
  language,
  isProse,
  getPassage,
  onSuggested,
}: {
  chat: string;
  language: string;
  isProse: boolean;
  /** The selection; absent when nothing is selected. */
  getPassage: (() => Passage) | undefined;
  onSuggested: (passage: Passage, answer: string) => void;
}) {
  const t = useTranslations("canvasSuggestions");
  const [instruction, setInstruction] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  const { answer, ask, stop } = useSuggestionRequest(chat, language, (passage, text) => {
    setInstruction("");
    onSuggested(passage, text);
  });
  const state = answer?.state;
  const next = useRef<HTMLButtonElement>(null);
  // The pressed button is unmounted.
  useLayoutEffect(() => {
    if (state && isFocusLost()) next.current?.focus();
  }, [state]);
  const leave = () => {
    focusEditor();
    stop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    keepCanvasOpen(event);
    if (event.key === "Escape") leave();
  };
  const start = (task: SuggestionTask) => {
    const passage = getPassage?.();
    if (!passage) return;
    const isRefused = isPassageTooLong(passage);
    setTooLong(isRefused);
    if (!isRefused)
      void ask({ task, instruction: task === "custom" ? instruction.trim() : undefined, passage });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (instruction.trim() !== "") start("custom");
  };
  if (!getPassage && !answer) return null;
  return (
    <section
      aria-label={t("changeThis")}
      data-selection-bar
      onKeyDown={onKeyDown}
      className="mt-2 rounded-xl border border-line-strong bg-raised p-2 shadow-rest"
    >
      {answer === undefined ? (
        <form onSubmit={submit} className="flex flex-wrap items-center gap-1.5">
          <Sparkles aria-hidden className="ms-1 size-4 shrink-0 text-accent" />
          {(isProse ? PROSE_TASKS : CODE_TASKS).map((task) => (
            <Button key={task} size="small" onClick={() => start(task)}>
              {t(task)}
            </Button>
          ))}
          <span className="flex min-w-48 flex-1 items-center gap-1">
            <Input
              aria-label={t("instruction")}
              placeholder={t("placeholder")}
              value={instruction}
              onChange={({ target }) => setInstruction(target.value)}
              maxLength={MAX_INSTRUCTION_LENGTH}
              className="h-8! pointer-coarse:h-10!"
            />
            <IconButton
              type="submit"
              label={t("ask")}
              disabled={instruction.trim() === ""}
              className="size-8! bg-accent text-on-accent! hover:bg-accent-strong pointer-coarse:size-10!"
            >
              <Send aria-hidden />
            </IconButton>
          </span>
          {isTooLong && (
            <p role="alert" className="w-full px-1 text-danger">
              {t("tooLong")}
            </p>
          )}
        </form>
      ) : answer.state === "failed" ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 px-1">
          <span className="min-w-0 flex-1 text-danger">{answer.failure || t("failed")}</span>
          <Button ref={next} size="small" onClick={() => void ask(answer.request)}>
            {t("tryAgain")}
          </Button>
          <Button size="small" variant="quiet" onClick={leave}>
            {t("dismiss")}
          </Button>
        </p>
      ) : (
        <div className="flex items-start gap-2 px-1">
          <div className="min-w-0 flex-1">
            {answer.state === "running" && (
              <p role="status" className="flex items-center gap-2 text-muted">
                <Spinner /> {t(answer.request.task === "explain" ? "explaining" : "suggesting")}
              </p>
            )}
            {answer.answer !== "" && (
              <div className="max-h-60 overflow-y-auto wrap-anywhere">
                {answer.request.task === "explain" ? (
                  <Suspense fallback={<p className="whitespace-pre-wrap">{answer.answer}</p>}>
                    <Markdown text={answer.answer} />
                  </Suspense>
                ) : (
                  <p className="mt-1 font-mono text-xs whitespace-pre-wrap text-muted">{answer.answer}</p>
                )}
              </div>
            )}
          </div>
          {answer.state === "running" ? (
            <Button ref={next} size="small" onClick={leave}>
              {t("cancel")}
            </Button>
          ) : (
            <IconButton
              ref={next}
              label={t("dismiss")}
              onClick={leave}
              className="size-8! pointer-coarse:size-10!"
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </section>
  );
}
