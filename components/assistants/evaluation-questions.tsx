"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { type EvaluationQuestionItem, evaluationQuestionsQuery } from "@/components/data/assistants";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { ApiError, call } from "@/lib/api/client";
import { evaluationsApi, MAX_QUESTIONS } from "@/lib/replies/evaluations/operations";

type QuestionRow = { key: number; question: string; contains: string; lacks: string };
const lines = (text: string) => text.split("\n").flatMap((line) => line.trim() || []);

const toQuestion = ({ question, contains, lacks }: QuestionRow) => ({
  question,
  must_contain: lines(contains),
  must_not_contain: lines(lacks),
});

export function EvaluationQuestions({ id, saved }: { id: number; saved: EvaluationQuestionItem[] }) {
  const t = useTranslations("assistantEvaluation");
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
        body: { questions: rows.filter(({ question }) => question.trim() !== "").map(toQuestion) },
      }),
    onSuccess: (questions) => {
      client.setQueryData(evaluationQuestionsQuery(id).queryKey, questions);
      setRows(toRows(questions));
    },
  });
  const replace = (edited: QuestionRow[]) => {
    save.reset();
    setRows(edited);
  };
  const change = (key: number, part: Partial<QuestionRow>) => {
    replace(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
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
      {rows.map((row, at) => (
        <QuestionFields
          key={row.key}
          row={row}
          number={at + 1}
          isNew={row.question === "" && row.key === last.current}
          onChange={(part) => change(row.key, part)}
          onRemove={() => replace(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {rows.length < MAX_QUESTIONS && (
          <Button
            onClick={() => replace([...rows, { key: ++last.current, question: "", contains: "", lacks: "" }])}
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

type QuestionFieldsProps = {
  row: QuestionRow;
  number: number;
  isNew: boolean;
  onChange: (part: Partial<QuestionRow>) => void;
  onRemove: () => void;
};

function QuestionFields({ row, number, isNew, onChange, onRemove }: QuestionFieldsProps) {
  const t = useTranslations("assistantEvaluation");
  const { question, contains, lacks } = row;
  return (
    <fieldset className="relative rounded-xl border bg-surface p-4">
      <legend className="sr-only">{t("questionN", { n: number })}</legend>
      <IconButton
        label={t("removeQuestion", { n: number })}
        className="absolute end-1 top-1"
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
      <Field label={t("question")}>
        {(wiring) => (
          <Textarea
            {...wiring}
            autoFocus={isNew}
            rows={2}
            maxLength={4000}
            value={question}
            onChange={({ target }) => onChange({ question: target.value })}
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
              onChange={({ target }) => onChange({ contains: target.value })}
            />
          )}
        </Field>
        <Field label={t("mustNotContain")}>
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={2}
              value={lacks}
              onChange={({ target }) => onChange({ lacks: target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
