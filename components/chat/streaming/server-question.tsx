"use client";

import MessageCircleQuestion from "lucide-react/icons/message-circle-question-mark";
import { type FormEvent, useState } from "react";
import type { RunState } from "@/components/data/follow-run";
import { usePeople } from "@/components/data/people";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, Switch } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { ApiError, call, type TranslatedFault } from "@/lib/api/client";
import { approvalsApi } from "@/lib/chat/approvals/operations";

type ServerQuestionItem = RunState["questions"][number];
type QuestionField = ServerQuestionItem["fields"][number];
type Value = NonNullable<QuestionField["initial"]>;
type AnswerValues = Record<string, Value>;

export function ServerQuestion({ runId, question }: { runId: string; question: ServerQuestionItem }) {
  const t = useTranslations("chatReplies");
  const { me } = usePeople();
  const isMine = question.user_id === me.id;
  return (
    <section aria-label={t("serverAsks")} className="my-2 rounded-xl border bg-surface p-4">
      <p className="flex items-start gap-2 font-medium" role="status">
        <MessageCircleQuestion className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
        <span className="wrap-anywhere">
          {t(isMine ? "serverWantsToKnow" : "serverWaitsForAnswer", { server: question.server })}
        </span>
      </p>
      <p className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere">{question.message}</p>
      {isMine && <QuestionForm runId={runId} question={question} />}
    </section>
  );
}

function QuestionForm({ runId, question }: { runId: string; question: ServerQuestionItem }) {
  const t = useTranslations("chatReplies");
  const getProblem = useProblem();
  const getFault = useFault();
  const [values, setValues] = useState<AnswerValues>(() =>
    Object.fromEntries(
      question.fields.flatMap(({ name, initial }) => (initial === null ? [] : [[name, initial]])),
    ),
  );
  const [faults, setFaults] = useState<TranslatedFault[]>([]);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"answer" | "decline">();

  async function send(action: "answer" | "decline") {
    if (busy) return;
    setBusy(action);
    setProblem(undefined);
    try {
      const params = { streaming_task_id: runId, question_id: question.id };
      const body = action === "answer" ? { action, values } : { action };
      await call(approvalsApi.answerMcpQuestion, { params, body });
      // After success the form stays busy until the reply's stream removes the question.
    } catch (error) {
      setBusy(undefined);
      const found = error instanceof ApiError ? (error.faults ?? []) : [];
      setFaults(found);
      if (found.length === 0) setProblem(getProblem(error));
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send("answer");
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 space-y-4">
      {problem && <FormProblem message={problem} />}
      {question.fields.map((field) => (
        <Field
          key={field.name}
          label={field.is_required ? field.title : t("optionalField", { field: field.title })}
          help={field.description ?? undefined}
          error={getFault(faults, field.name)}
          required={field.is_required}
        >
          {(wiring) => (
            <Control
              wiring={wiring}
              field={field}
              value={values[field.name]}
              onChange={(value) =>
                setValues(({ [field.name]: _, ...others }) =>
                  value === undefined ? others : { ...others, [field.name]: value },
                )
              }
            />
          )}
        </Field>
      ))}
      <p className="text-sm text-muted">{t("answerGoesTo", { server: question.server })}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" busy={busy === "answer"}>
          {t("sendAnswer")}
        </Button>
        <Button size="small" busy={busy === "decline"} onClick={() => void send("decline")}>
          {t("decline")}
        </Button>
      </div>
    </form>
  );
}

const TYPES: Partial<Record<QuestionField["kind"], string>> = {
  email: "email",
  url: "url",
  date: "date",
  number: "number",
  integer: "number",
};

function Control({
  wiring,
  field,
  value,
  onChange,
}: {
  wiring: object;
  field: QuestionField;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}) {
  const { kind, options, title } = field;
  if (kind === "switch")
    return <Switch {...wiring} checked={value === true} onChange={onChange} aria-label={title} />;
  if (kind === "choice")
    return (
      <Select
        {...wiring}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="" />
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    );
  if (kind === "choices") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset aria-label={title} className="space-y-1.5">
        {options.map((option) => (
          <label key={option.value} className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...chosen, option.value]
                    : chosen.filter((other) => other !== option.value),
                )
              }
            />
            <span className="wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  const isNumber = kind === "number" || kind === "integer";
  return (
    <Input
      {...wiring}
      type={TYPES[kind] ?? "text"}
      step={kind === "number" ? "any" : undefined}
      autoComplete="off"
      value={typeof value === "string" || typeof value === "number" ? value : ""}
      onChange={({ target }) =>
        onChange(target.value === "" ? undefined : isNumber ? target.valueAsNumber : target.value)
      }
    />
  );
}
