"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type ConnectorItem, connectorsQuery, useRefreshDocuments } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Section } from "@/components/ui/section";
import { Badge, EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { connectorsApi } from "@/lib/knowledge/connectors/operations";
import { ConnectorDialog } from "./connector-dialog";

export function Connectors({ collection }: { collection: number }) {
  const t = useTranslations("connectors");
  const problem = useProblem();
  const { data, error, refetch } = useQuery(connectorsQuery(collection));
  const [isOpen, setOpen] = useState(false);
  const readAgain = useRefreshDocuments();
  // Reloads the documents when a sync has ended.
  const isAtWork = data?.some(({ status }) => status !== "idle") ?? false;
  const wasAtWork = useRef(false);
  useEffect(() => {
    if (wasAtWork.current && !isAtWork) void readAgain();
    wasAtWork.current = isAtWork;
  }, [isAtWork, readAgain]);
  return (
    <Section title={t("title")} help={t("help")}>
      {error && !data && (
        <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />
      )}
      {!data && !error && <Loading label={t("loading")} className="mt-2 h-20 rounded-xl" />}
      {data?.length === 0 && (
        <div className="mt-2 rounded-xl border border-dashed">
          <EmptyState title={t("none")} action={<Button onClick={() => setOpen(true)}>{t("add")}</Button>}>
            {t("noneHelp")}
          </EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <>
          <ul aria-label={t("title")} className="mt-2 flex flex-col gap-2">
            {data.map((connector) => (
              <Row key={connector.id} connector={connector} />
            ))}
          </ul>
          <Button className="mt-3" onClick={() => setOpen(true)}>
            {t("add")}
          </Button>
        </>
      )}
      {isOpen && <ConnectorDialog collection={collection} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function getSourceLabel({ source }: ConnectorItem): string {
  if (source.kind === "folder") return source.path;
  if (source.kind === "s3") return [source.bucket, source.prefix].filter(Boolean).join("/");
  if (source.kind === "imap") return `${source.user}, ${source.mailbox}`;
  return source.address;
}

function Row({ connector }: { connector: ConnectorItem }) {
  const t = useTranslations("connectors");
  const moments = useMoments();
  const { busy, doing } = useBusy<"sync">();
  const readAgain = useRefreshDocuments();
  const [isOpen, setOpen] = useState(false);
  const { id, name, source, status, last_run: run, problems, pending_count: pending } = connector;
  const isAtWork = status !== "idle";
  return (
    <li className="rounded-xl border bg-surface p-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Badge tone="neutral">{t(source.kind)}</Badge>
        {isAtWork && (
          <Badge tone="accent">{pending > 0 ? t("pending", { count: pending }) : t("running")}</Badge>
        )}
        {!isAtWork && run?.error && <Badge tone="danger">{t("runFailed")}</Badge>}
      </div>
      <p dir="ltr" className="mt-1 text-start text-muted wrap-anywhere">
        {getSourceLabel(connector)}
      </p>
      {run?.finished_at && (
        <p className="mt-1 text-muted">
          {t("lastRun", {
            time: moments.fullTime(run.finished_at),
            ...{ added: run.added, changed: run.changed, removed: run.removed, skipped: run.skipped },
          })}
          {connector.next_run_at && ` · ${t("next", { time: moments.fullTime(connector.next_run_at) })}`}
        </p>
      )}
      {run?.error && (
        <p role="alert" className="mt-1 text-danger">
          <Reason>{run.error}</Reason>
        </p>
      )}
      {problems.length > 0 && <Problems problems={problems} count={run?.skipped ?? problems.length} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busy === "sync"}
          disabled={isAtWork}
          onClick={() =>
            void doing("sync", async () => {
              await call(connectorsApi.syncConnector, { params: { id } });
              await readAgain();
            })
          }
        >
          {t("sync")}
        </Button>
        <Button size="small" onClick={() => setOpen(true)}>
          {t("edit")}
        </Button>
        <RemoveButton connector={connector} />
      </div>
      {isOpen && (
        <ConnectorDialog
          collection={connector.collection_id}
          connector={connector}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}

type ProblemsProps = { problems: ConnectorItem["problems"]; count: number };

function Problems({ problems, count }: ProblemsProps) {
  const t = useTranslations("connectors");
  return (
    <details className="mt-1">
      <summary className="cursor-pointer">{t("problems", { count })}</summary>
      <ul className="mt-1 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {problems.map(({ path, problem }) => (
          <li key={path} className="wrap-anywhere">
            <span className="font-medium">{path}</span>{" "}
            <span className="text-muted">
              <Reason>{problem}</Reason>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function RemoveButton({ connector: { id, name } }: { connector: ConnectorItem }) {
  const t = useTranslations("connectors");
  const readAgain = useRefreshDocuments();
  const keeps = useRef<HTMLInputElement>(null);
  return (
    <ConfirmButton
      size="small"
      action={t("remove")}
      question={t("removeQuestion", { name })}
      onConfirm={async () => {
        const query = { keep_documents: keeps.current?.checked ?? false };
        await call(connectorsApi.deleteConnector, { params: { id }, query });
        await readAgain();
      }}
    >
      <p>{t("removeHelp")}</p>
      <label className="mt-3 flex items-start gap-3">
        <input ref={keeps} type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" />
        {t("keepDocuments")}
      </label>
    </ConfirmButton>
  );
}
