"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import {
  type Assistant,
  type EvaluationRunItem,
  evaluationQuestionsQuery,
  evaluationRunsQuery,
  refreshRuns,
} from "@/components/data/assistants";
import { modelsQuery } from "@/components/data/models";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Field, Options, Select } from "@/components/ui/field";
import { QueryBoundary } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { evaluationsApi } from "@/lib/replies/evaluations/operations";
import { EvaluationQuestions } from "./evaluation-questions";
import { EvaluationResults } from "./evaluation-results";

export function Evaluation({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistantEvaluation");
  const questions = useQuery(evaluationQuestionsQuery(assistant.id));
  return (
    <div className="max-w-4xl">
      <p className="text-sm text-muted">{t("lead")}</p>
      <Section title={t("questions")} className="mt-6">
        <QueryBoundary query={questions} loading={t("loading")} className="mt-3 h-32 rounded-xl">
          {(saved) => <EvaluationQuestions id={assistant.id} saved={saved} />}
        </QueryBoundary>
      </Section>
      {questions.data && questions.data.length > 0 && <Runs assistant={assistant} />}
    </div>
  );
}

type RunAction = "start" | "stop" | "delete";

function Runs({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistantEvaluation");
  const client = useQueryClient();
  const list = useInfiniteQuery(evaluationRunsQuery(assistant.id));
  const { busy, doing } = useBusy<RunAction>();
  const [compared, setCompared] = useState<number[]>([]);
  const runs = list.data?.pages.flat() ?? [];
  const running = runs.find(({ status }) => status === "running");
  const refresh = () => refreshRuns(client);
  const start = (body: RunBody) =>
    doing("start", async () => {
      const run = await call(evaluationsApi.startEvaluationRun, { params: { id: assistant.id }, body });
      // Selects the new run and the previous one for comparison.
      setCompared((before) => [run.id, ...before].slice(0, 2));
      await refresh();
    });
  const params = (run: EvaluationRunItem) => ({ params: { id: assistant.id, run_id: run.id } });
  const chosen = compared.filter((id) => runs.some((run) => run.id === id));
  const toggle = (id: number) =>
    setCompared(chosen.includes(id) ? chosen.filter((one) => one !== id) : [id, ...chosen].slice(0, 2));
  return (
    <Section title={t("runs")}>
      <StartRun
        assistant={assistant}
        isRunning={running !== undefined}
        isBusy={busy === "start"}
        onStart={start}
      />
      <QueryBoundary query={list} loading={t("loading")} className="mt-3 h-20 rounded-xl">
        {() =>
          runs.length === 0 ? (
            <p className="mt-3 text-sm text-muted">{t("noRuns")}</p>
          ) : (
            <Rows label={t("runs")} className="mt-4">
              {runs.map((run) => (
                <RunRow
                  key={run.id}
                  run={run}
                  isChosen={chosen.includes(run.id)}
                  onToggle={() => toggle(run.id)}
                  busy={busy}
                  onStop={() =>
                    doing("stop", async () => {
                      await call(evaluationsApi.stopEvaluationRun, params(run));
                      await refresh();
                    })
                  }
                  onDelete={() =>
                    doing("delete", async () => {
                      await call(evaluationsApi.deleteEvaluationRun, params(run));
                      await refresh();
                    })
                  }
                />
              ))}
            </Rows>
          )
        }
      </QueryBoundary>
      {runs.length > 1 && <p className="mt-2 text-sm text-muted">{t("compareHelp")}</p>}
      {chosen.length > 0 && <EvaluationResults assistantId={assistant.id} ids={chosen} />}
    </Section>
  );
}

type RunBody = { version: number; model?: string };
type StartRunProps = {
  assistant: Assistant;
  isRunning: boolean;
  isBusy: boolean;
  onStart: (body: RunBody) => void;
};

function StartRun({ assistant, isRunning, isBusy, onStart }: StartRunProps) {
  const t = useTranslations("assistantEvaluation");
  const [version, setVersion] = useState(assistant.version);
  const [model, setModel] = useState("");
  const { data: models } = useQuery(modelsQuery);
  const versions = Array.from(
    { length: Math.min(assistant.version, 200) },
    (_, at) => assistant.version - at,
  );
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <Field label={t("version")}>
        {(wiring) => (
          <Select {...wiring} value={version} onChange={({ target }) => setVersion(Number(target.value))}>
            <Options
              of={versions.map((id) => ({
                id,
                name: id === assistant.version ? t("current", { number: id }) : String(id),
              }))}
            />
          </Select>
        )}
      </Field>
      <Field label={t("model")} className="min-w-0">
        {(wiring) => (
          <Select {...wiring} value={model} onChange={({ target }) => setModel(target.value)}>
            <option value="">{t("ownModel")}</option>
            <Options of={(models?.models ?? []).map(({ id, label }) => ({ id, name: label }))} />
          </Select>
        )}
      </Field>
      <Button
        variant="primary"
        busy={isBusy}
        disabled={isRunning}
        onClick={() => onStart({ version, ...(model && { model }) })}
      >
        {t("run")}
      </Button>
    </div>
  );
}

type RunRowProps = {
  run: EvaluationRunItem;
  isChosen: boolean;
  onToggle: () => void;
  busy: RunAction | undefined;
  onStop: () => void;
  onDelete: () => void;
};

function RunRow({ run, isChosen, onToggle, busy, onStop, onDelete }: RunRowProps) {
  const t = useTranslations("assistantEvaluation");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <input
        type="checkbox"
        aria-label={t("show", { id: run.id })}
        checked={isChosen}
        onChange={onToggle}
        className="size-4 accent-accent pointer-coarse:size-5"
      />
      <Facts run={run} />
      {run.status === "running" ? (
        <Button size="small" busy={busy === "stop"} onClick={onStop}>
          {t("stop")}
        </Button>
      ) : (
        <IconButton label={t("delete", { id: run.id })} disabled={busy !== undefined} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function Facts({ run }: { run: EvaluationRunItem }) {
  const t = useTranslations("assistantEvaluation");
  const moments = useMoments();
  const { status, answered_count: answered, questions_count: questions, passed_count: passed } = run;
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t("runOf", { id: run.id, version: run.version })}
        {run.model && <span className="font-normal wrap-anywhere text-muted">{run.model}</span>}
        <Badge tone={passed === answered && answered > 0 ? "success" : "neutral"}>
          {t("passed", { passed, answered })}
        </Badge>
        {status !== "completed" && (
          <Badge tone={status === "failed" ? "danger" : "warning"}>{t(status)}</Badge>
        )}
      </p>
      <p className="text-muted">
        {moments.fullTime(run.created_at)}
        {run.created_by && ` · ${run.created_by.full_name}`}
      </p>
      {status === "running" && (
        <progress
          aria-label={t("progress", { answered, questions })}
          value={answered}
          max={Math.max(questions, 1)}
          className="mt-1 h-1.5 w-full max-w-60 accent-accent"
        />
      )}
      {run.error && (
        <p className="text-danger">
          <Reason>{run.error}</Reason>
        </p>
      )}
    </div>
  );
}
