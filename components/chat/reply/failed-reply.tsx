"use client";

import { useEffect, useState } from "react";
import { findAssistant, usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ModelErrorCode } from "@/lib/llm/models/contract";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";
import { parseUsage } from "./made-from-notes";
import type { Failure } from "./notes";

type FailedReplyProps = { message: Message; failure: Failure; onRetry: () => void };

export function FailedReply({ message, failure, onRetry }: FailedReplyProps) {
  const t = useTranslations("chatReplies");
  const { code, retryAt } = failure;
  const seconds = useSecondsUntil(retryAt);
  const model = parseUsage(message.extra)?.model;
  const provider = useProviderNames()(model ?? "")?.label;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-danger-soft px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-danger">{getFailureReason(t, failure, provider)}</p>
        {model && model !== "builtin" && (
          <p className="text-muted wrap-anywhere">
            {provider ? t("modelAt", { model: model.slice(model.indexOf(":") + 1), provider }) : model}
          </p>
        )}
        <NextStep code={code} model={model} assistantId={message.from_virtual_assistant_id} />
      </div>
      <Button size="small" onClick={onRetry} disabled={seconds > 0}>
        {seconds > 0
          ? t.rich("tryAgainIn", {
              time: formatWait(t, seconds),
              // Hides the countdown from screen readers, which would announce it every second.
              wait: (text) => (
                <span aria-hidden className="tabular-nums">
                  {text}
                </span>
              ),
            })
          : t("tryAgain")}
      </Button>
    </div>
  );
}

const REASONS = {
  refused: "failedReached",
  unauthorized: "failedUnauthorized",
  rate_limited: "failedRateLimited",
  failed: "failedModel",
  garbage: "failedGarbage",
  stalled: "failedStalled",
  cut: "failedCut",
  too_long: "failedTooLong",
  unknown_model: "failedUnknownModel",
  quota_exceeded: "failedQuota",
  used_up: "failedUsedUp",
  not_configured: "failedNotConfigured",
  // Only callers of the API can ask for an unsupported parameter.
  unsupported: "failedModel",
} as const satisfies Record<ModelErrorCode, Key<"chatReplies">>;

// Returns the API's message in English, or the translated reason of its code in other languages.
function getFailureReason(
  t: Translate<"chatReplies">,
  { code, message }: Failure,
  provider?: string,
): string {
  if (t.language === "en" || !provider || !(code && code in REASONS)) return message ?? t("replyFailed");
  return t(REASONS[code as ModelErrorCode], { provider });
}

// Error codes whose cause is the provider's connection, which only admins can change.
const CONNECTION = ["unauthorized", "quota_exceeded", "refused", "not_configured"];
const MODEL = ["unknown_model", "too_long", "quota_exceeded", "rate_limited", "stalled", "garbage"];

type NextStepProps = { code: string | undefined; model: string | undefined; assistantId: number | null };

function NextStep({ code = "", model = "", assistantId }: NextStepProps) {
  const t = useTranslations("chatReplies");
  const people = usePeople();
  const isConnection = CONNECTION.includes(code);
  const assistant = people.assistants.find(({ id }) => id === assistantId);
  const isModel = MODEL.includes(code) && assistant !== undefined;
  const isLimit = code === "used_up";
  if (!isConnection && !isModel && !isLimit) return null;
  // The failure message for `not_configured` already says who can connect a provider.
  if (!people.me.managesModels && code === "not_configured") return null;
  if (!people.me.managesModels && isLimit) return null;
  if (!people.me.managesModels)
    return (
      <p>
        {isConnection
          ? t("adminChecks")
          : t("adminChooses", { assistant: findAssistant(people, assistantId).name })}
      </p>
    );
  const className = "underline underline-offset-2 hover:text-ink";
  return (
    <p className="flex flex-wrap gap-x-3">
      {isConnection && (
        <Link href={`/settings/models?connection=${model.split(":", 1)}`} className={className}>
          {t("checkConnection")}
        </Link>
      )}
      {isLimit && (
        <Link href="/settings/usage" className={className}>
          {t("checkLimit")}
        </Link>
      )}
      {isModel && (
        <Link href={`/assistants/${assistantId}`} className={className}>
          {t("chooseModel")}
        </Link>
      )}
    </p>
  );
}

const formatWait = (t: Translate<"chatReplies">, seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : t("waitSeconds", { seconds });
};

// Returns the whole seconds until a time, counting down to 0; 0 without a time.
function useSecondsUntil(time: number | undefined): number {
  // Starts at 0 on the server and the client, whose clocks differ, so that hydration finds the same text.
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const left = () => Math.max(0, Math.ceil(((time ?? 0) - Date.now()) / 1000));
    setSeconds(left());
    if (left() === 0) return;
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return seconds;
}
