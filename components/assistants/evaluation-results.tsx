"use client";

import { useQueries } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { evaluationRunQuery, type RunDetail } from "@/components/data/assistants";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { ErrorState, Loading } from "@/components/ui/states";
import { listFormat, numberFormat } from "@/lib/platform/words/translate";

type EvaluationAnswer = RunDetail["answers"][number];

export function EvaluationResults({ assistantId, ids }: { assistantId: number; ids: number[] }) {
  const t = useTranslations("assistantEvaluation");
  const problem = useProblem();
  const queries = useQueries({ queries: ids.map((id) => evaluationRunQuery(assistantId, id)) });
  const failed = queries.find(({ error, data }) => error && !data);
  const runs = queries.flatMap(({ data }) => data ?? []);
  if (failed)
    return (
      <ErrorState
        what={t("failedToLoad")}
        reason={problem(failed.error)}
        retry={() => void failed.refetch()}
      />
    );
  if (runs.length < ids.length) return <Loading label={t("loading")} className="mt-4 h-40 rounded-xl" />;
  const questions = [...new Set(runs.flatMap(({ answers }) => answers.map(({ question }) => question)))];
  return (
    <section
      aria-label={t("results")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-xl border bg-surface"
    >
      <table
        aria-label={t("results")}
        className={cx("w-full table-fixed text-start text-sm", runs.length > 1 && "min-w-[36rem]")}
      >
        <thead className="text-muted">
          <tr className="[&_th]:px-4 [&_th]:py-2 [&_th]:text-start [&_th]:font-normal">
            <th scope="col" className="w-1/4">
              {t("question")}
            </th>
            {runs.map((run) => (
              <th key={run.id} scope="col">
                {t("runOf", { id: run.id, version: run.version })}
                {run.model && <span className="block wrap-anywhere">{run.model}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {questions.map((question) => (
            <tr key={question} className="align-top">
              <th scope="row" className="px-4 py-3 text-start font-normal wrap-anywhere">
                {question}
              </th>
              {runs.map(({ id, answers }) => (
                <td key={id} className="px-4 py-3">
                  <AnswerCell answer={answers.find((one) => one.question === question)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AnswerCell({ answer }: { answer: EvaluationAnswer | undefined }) {
  const t = useTranslations("assistantEvaluation");
  if (!answer) return <span className="text-muted">{t("notAsked")}</span>;
  const list = listFormat(t.locale, { style: "narrow" });
  const seconds = numberFormat(t.locale, { style: "unit", unit: "second", maximumFractionDigits: 1 });
  const { has_passed, missing, unwanted, error, duration_ms, input_tokens, output_tokens } = answer;
  return (
    <div className="space-y-1.5">
      <p className={`flex items-center gap-1.5 font-medium ${has_passed ? "text-success" : "text-danger"}`}>
        {has_passed ? <Check className="size-4" aria-hidden /> : <X className="size-4" aria-hidden />}
        {t(has_passed ? "pass" : "fail")}
      </p>
      {missing.length > 0 && <p className="text-danger">{t("missing", { phrases: list.format(missing) })}</p>}
      {unwanted.length > 0 && (
        <p className="text-danger">{t("unwanted", { phrases: list.format(unwanted) })}</p>
      )}
      {error && (
        <p className="text-danger">
          <Reason>{error}</Reason>
        </p>
      )}
      {answer.answer && (
        <p className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{answer.answer}</p>
      )}
      <p className="text-muted">
        {seconds.format(duration_ms / 1000)} · {t("tokens", { count: input_tokens + output_tokens })}
      </p>
    </div>
  );
}
