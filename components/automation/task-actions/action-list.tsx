"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import Plus from "lucide-react/icons/plus";
import Zap from "lucide-react/icons/zap";
import { useState } from "react";
import { RunAction } from "@/components/automation/run-prompt/run-action";
import { type Action, actionsQuery, refreshActions } from "@/components/data/task-actions";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge, Creator } from "@/components/people/audience";
import { Button, getButtonClass, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";

type ActionListProps = { canCreate: boolean; canOrder: boolean };

export function ActionList({ canCreate, canOrder }: ActionListProps) {
  const t = useTranslations("taskActions");
  const problem = useProblem();
  const { data, error, refetch, isPending } = useQuery(actionsQuery);
  const [running, setRunning] = useState<Action>();
  const client = useQueryClient();
  const toast = useToast();
  const move = useMutation({
    mutationFn: (order: Action[]) =>
      call(taskActionsApi.orderTaskActions, { body: { ids: order.map(({ id }) => id) } }),
    onMutate: (order) => client.setQueryData(actionsQuery.queryKey, order),
    onError: toast,
    onSettled: () => refreshActions(client),
  });
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h1 className="text-title">{t("title")}</h1>
            <p className="mt-1 text-sm text-muted">{t("subtitle")}</p>
          </div>
          {canCreate && <NewLink />}
        </header>
        {error && <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />}
        {isPending && <Loading />}
        {data?.length === 0 && <Empty canCreate={canCreate} />}
        {data && data.length > 0 && (
          <ul aria-label={t("title")} className="mt-6 cards">
            {data.map((action, at) => (
              <ActionItem
                key={action.id}
                action={action}
                canOrder={canOrder}
                onRun={() => setRunning(action)}
                onMove={(by) => move.isPending || move.mutate(moveAction(data, at, by))}
                place={{ isFirst: at === 0, isLast: at === data.length - 1 }}
              />
            ))}
          </ul>
        )}
        {running && (
          <Dialog
            open
            onClose={() => setRunning(undefined)}
            title={t("runTitle")}
            className="w-[min(36rem,calc(100vw-2rem))]"
          >
            <RunAction actions={data ?? []} initial={running.id} />
          </Dialog>
        )}
      </div>
    </div>
  );
}

type ActionItemProps = {
  action: Action;
  canOrder: boolean;
  onRun: () => void;
  onMove: (by: 1 | -1) => void;
  place: { isFirst: boolean; isLast: boolean };
};

function ActionItem({ action, canOrder, onRun, onMove, place: { isFirst, isLast } }: ActionItemProps) {
  const t = useTranslations("taskActions");
  return (
    <li className="flex flex-col gap-1 rounded-xl border bg-surface p-4">
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 font-medium wrap-anywhere">{action.name}</h2>
        <AudienceBadge usableBy={action.usable_by} />
      </div>
      {action.description && <p className="text-sm wrap-anywhere">{action.description}</p>}
      <p className="truncate font-mono text-sm text-muted">{action.action_name}</p>
      <Creator of={action.created_by} />
      <div className="mt-auto flex gap-2 pt-3">
        <Button size="small" aria-label={t("runNamed", { name: action.name })} onClick={onRun}>
          <Play className="size-3.5" aria-hidden /> {t("run")}
        </Button>
        {action.may_change && (
          <Link
            href={`/task-actions/${action.id}`}
            aria-label={t("editNamed", { name: action.name })}
            className={getButtonClass({ variant: "quiet", size: "small" })}
          >
            <Pencil className="size-3.5" aria-hidden /> {t("edit")}
          </Link>
        )}
        {canOrder && !(isFirst && isLast) && (
          <span className="ms-auto flex">
            <IconButton
              label={t("moveUp", { name: action.name })}
              disabled={isFirst}
              onClick={() => onMove(-1)}
            >
              <ArrowUp className="size-4" aria-hidden />
            </IconButton>
            <IconButton
              label={t("moveDown", { name: action.name })}
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <ArrowDown className="size-4" aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
    </li>
  );
}

function moveAction(actions: Action[], at: number, by: 1 | -1): Action[] {
  const order = actions.with(at, actions[at + by]!);
  return order.with(at + by, actions[at]!);
}

const NewLink = () => (
  <Link href="/task-actions/new" className={getButtonClass({ variant: "primary" })}>
    <Plus className="size-4" aria-hidden /> {useTranslations("taskActions")("new")}
  </Link>
);

const Loading = () => (
  <div className="mt-6 cards">
    <span className="sr-only">{useTranslations("taskActions")("loading")}</span>
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-32 rounded-xl" />
    ))}
  </div>
);

function Empty({ canCreate }: { canCreate: boolean }) {
  const t = useTranslations("taskActions");
  return (
    <div className="mt-6 rounded-xl border border-dashed">
      <EmptyState title={t("empty")} icon={<Zap aria-hidden />} action={canCreate && <NewLink />}>
        {t(canCreate ? "emptyHelp" : "emptyForMembers")}
      </EmptyState>
    </div>
  );
}
