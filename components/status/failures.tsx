"use client";

import { useQueryClient } from "@tanstack/react-query";
import { refreshStatus, type State } from "@/components/data/installation";
import { Button } from "@/components/ui/button";
import { Rows, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { installationApi } from "@/lib/ops/installation/contract";
import { count, type Failure, functionName } from "./wording";

/** Background work that was given up, which can be tried again. */
export function Failures({ queue }: { queue: State["queue"] }) {
  const { failures, failed } = queue;
  return (
    <Section title="Failed background work">
      {failures.length === 0 && <p className="mt-3 text-sm text-muted">Nothing failed in seven days.</p>}
      {failures.length > 0 && (
        <Rows className="mt-3">
          {failures.map((failure) => (
            <li key={failure.id} className="flex items-start gap-3 px-4 py-3">
              <FailureRow failure={failure} />
            </li>
          ))}
        </Rows>
      )}
      {failed > failures.length && (
        <p className="mt-2 text-sm text-muted">
          The newest {failures.length} of {count(failed)}.
        </p>
      )}
    </Section>
  );
}

function FailureRow({ failure: { id, name, failed_at: at, error } }: { failure: Failure }) {
  const client = useQueryClient();
  const say = useToast();
  const timeZone = useTimeZone();
  const { busy, doing } = useBusy<"retry">();
  const retry = () =>
    doing("retry", async () => {
      say((await call(installationApi.retryRun, { params: { id } })).message);
      await refreshStatus(client);
    });
  return (
    <>
      <div className="min-w-0 flex-1">
        <p>{functionName(name)}</p>
        <p className="text-sm text-muted">
          <time dateTime={at}>{fullTime(at, timeZone)}</time>
        </p>
        {error && <p className="mt-1 text-sm text-danger wrap-anywhere">{error}</p>}
      </div>
      <Button size="small" busy={busy === "retry"} onClick={() => void retry()}>
        Retry
        <span className="sr-only">: {functionName(name)}</span>
      </Button>
    </>
  );
}
