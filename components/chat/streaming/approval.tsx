"use client";

import ShieldQuestion from "lucide-react/icons/shield-question-mark";
import { useState } from "react";
import type { RunState } from "@/components/data/follow-run";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { approvalsApi } from "@/lib/chat/approvals/operations";
import type { Key } from "@/lib/platform/words/screens";

type Decision = "allow" | "always" | "refuse";
const decisions: { decision: Decision; label: Key<"chatReplies">; variant?: "primary" }[] = [
  { decision: "allow", label: "allowOnce", variant: "primary" },
  { decision: "always", label: "allowAlways" },
  { decision: "refuse", label: "refuse" },
];

export function Approval({ runId, question }: { runId: string; question: RunState["approvals"][number] }) {
  const t = useTranslations("chatReplies");
  const problem = useProblem();
  const { me } = usePeople();
  const say = useToast();
  const [busy, setBusy] = useState<Decision>();
  async function decide(decision: Decision) {
    if (busy) return;
    setBusy(decision);
    try {
      const params = { streaming_task_id: runId, approval_id: question.id };
      await call(approvalsApi.decideApproval, { params, body: { decision } });
      // After success the buttons stay busy until the reply's stream removes the approval.
    } catch (error) {
      setBusy(undefined);
      const isTooLate = error instanceof ApiError && error.status === 409;
      say({
        text: isTooLate ? problem(error) : t("notSent", { problem: problem(error) }),
        isFailure: true,
      });
    }
  }
  const input = JSON.stringify(question.input, null, 2);
  return (
    <section aria-label={t("toolPermission")} className="my-2 rounded-xl border bg-surface p-4">
      <p className="flex items-start gap-2 font-medium" role="status">
        <ShieldQuestion className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
        <span className="wrap-anywhere">
          {t(question.user_id === me.id ? "allowTool" : "waitsForPermission", {
            tool: question.tool,
            server: question.server,
          })}
        </span>
      </p>
      {input !== "{}" && (
        <pre className="mt-3 max-h-60 overflow-auto rounded-lg bg-code p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {input}
        </pre>
      )}
      {question.user_id === me.id && (
        <div className="mt-3 flex flex-wrap gap-2">
          {decisions.map(({ decision, label, variant }) => (
            <Button
              key={decision}
              size="small"
              variant={variant}
              busy={busy === decision}
              onClick={() => void decide(decision)}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
