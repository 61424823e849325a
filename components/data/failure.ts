"use client";

import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { ApiError } from "@/lib/api/client";
import { EXPIRED, type Outgoing, SENT_BEFORE, STOPPED } from "./outgoing";

export function useFailure({ failure, status }: Pick<Outgoing, "failure" | "status">): string | undefined {
  const t = useTranslations("live");
  const problem = useProblem();
  if (failure === undefined) return undefined;
  if (failure === STOPPED) return t("messageStopped");
  if (failure === EXPIRED) return t("messageExpired");
  if (failure === SENT_BEFORE) return t("messageSentBefore");
  return status === undefined ? failure : problem(new ApiError(status, failure));
}
