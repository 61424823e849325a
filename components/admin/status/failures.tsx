"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type InstallationState, refreshStatus } from "@/components/data/installation";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Rows, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { installationApi } from "@/lib/admin/installation/operations";
import { call } from "@/lib/api/client";
import { type Failure, getFunctionName } from "./wording";

export function Failures({ queue }: { queue: InstallationState["queue"] }) {
  const t = useTranslations("status");
  const { failures, failed } = queue;
  return (
    <Section title={t("failures")}>
      {failures.length === 0 && <p className="mt-3 text-sm text-muted">{t("noFailures")}</p>}
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
        <p className="mt-2 text-sm text-muted">{t("newest", { shown: failures.length, all: failed })}</p>
      )}
    </Section>
  );
}

function FailureRow({ failure: { id, name, failed_at: at, error } }: { failure: Failure }) {
  const t = useTranslations("status");
  const client = useQueryClient();
  const say = useToast();
  const moments = useMoments();
  const { busy, doing } = useBusy<"retry">();
  const retry = () =>
    doing("retry", async () => {
      await call(installationApi.retryRun, { params: { id } });
      say(t("retrying"));
      await refreshStatus(client);
    });
  const work = getFunctionName(t, name);
  return (
    <>
      <div className="min-w-0 flex-1">
        <p>{work}</p>
        <p className="text-sm text-muted">
          <time dateTime={at}>{moments.fullTime(at)}</time>
        </p>
        {error && <p className="mt-1 text-sm text-danger wrap-anywhere">{error}</p>}
      </div>
      <Button size="small" busy={busy === "retry"} onClick={() => void retry()}>
        {t.rich("retry", { work, hidden: (text) => <span className="sr-only">{text}</span> })}
      </Button>
    </>
  );
}
