"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { type EvaluationQuestionItem, evaluationQuestionsQuery } from "@/components/data/assistants";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useWords } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { ApiError, call } from "@/lib/api/client";
import { evaluationsApi, MAX_QUESTIONS } from "@/lib/conversation/evaluations/contract";

type QuestionRow = { key: number; question: string; contains: string; lacks: string };
const lines = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

export function EvaluationQuestions({ id, saved }: { id: number; saved: EvaluationQuestionItem[] }) {
  const t = useWords("assistantEvaluation");
  const problem = useProblem();
  const faultIn = useFault();
  const client = useQueryClient();
  const last = useRef(0);
  const toRows = (questions: EvaluationQuestionItem[]): QuestionRow[] =>
    questions.map(({ question, must_contain, must_not_contain }) => ({
      key: ++last.current,
      question,
      contains: must_contain.join("\n"),
      lacks: must_not_contain.join("\n"),
    }));
  const [rows, setRows] = useState(() => toRows(saved));
  const save = useMutation({
    mutationFn: () =>
      call(evaluationsApi.setEvaluationQuestions, {
        params: { id },
        body: {
          questions: rows
            .filter(({ question }) => question.trim() !== "")
            .map(({ question, contains, lacks }) => ({
              question,
              must_contain: lines(contains),
              must_not_contain: lines(lacks),
            })),
        },
      }),
    onSuccess: (questions) => {
      client.setQueryData(evaluationQuestionsQuery(id).queryKey, questions);
      setRows(toRows(questions));
    },
  });
  const change = (key: number, part: Partial<QuestionRow>) => {
    save.reset();
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  };
  const fault = save.error instanceof ApiError ? faultIn(save.error.faults) : undefined;
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {rows.length === 0 && <p className="text-sm text-muted">{t("noQuestions")}</p>}
      {rows.map(({ key, question, contains, lacks }, at) => (
        <fieldset key={key} className="relative rounded-xl border bg-surface p-4">
          <legend className="sr-only">{t("questionN", { n: at + 1 })}</legend>
          <IconButton
            label={t("removeQuestion", { n: at + 1 })}
            className="absolute end-1 top-1"
            onClick={() => {
              save.reset();
              setRows(rows.filter((row) => row.key !== key));
            }}
          >
            <X aria-hidden />
          </IconButton>
          <Field label={t("question")}>
            {(wiring) => (
              <Textarea
                {...wiring}
                autoFocus={question === "" && key === last.current}
                rows={2}
                maxLength={4000}
                value={question}
                onChange={({ target }) => change(key, { question: target.value })}
              />
            )}
          </Field>
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <Field label={t("mustContain")} help={t("onePerLine")}>
              {(wiring) => (
                <Textarea
                  {...wiring}
                  rows={2}
                  value={contains}
                  onChange={({ target }) => change(key, { contains: target.value })}
                />
              )}
            </Field>
            <Field label={t("mustNotContain")}>
              {(wiring) => (
                <Textarea
                  {...wiring}
                  rows={2}
                  value={lacks}
                  onChange={({ target }) => change(key, { lacks: target.value })}
                />
              )}
            </Field>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {rows.length < MAX_QUESTIONS && (
          <Button
            onClick={() => {
              save.reset();
              setRows([...rows, { key: ++last.current, question: "", contains: "", lacks: "" }]);
            }}
          >
            <Plus className="size-4" aria-hidden /> {t("addQuestion")}
          </Button>
        )}
        {(rows.length > 0 || saved.length > 0) && (
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t("saveQuestions")}
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {save.isSuccess ? t("saved") : ""}
        </p>
      </div>
      {save.error && (
        <p role="alert" className="text-sm text-danger">
          {fault ?? problem(save.error)}
        </p>
      )}
    </form>
  );
}
