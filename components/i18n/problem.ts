import { useCallback } from "react";
import type { TranslatedFault } from "@/lib/api/client";
import { ApiError } from "@/lib/api/client";
import { useTranslations } from "./words";

/**
 * Returns a function that describes an error. English readers get the API's message. Other readers get the translated
 * refusal (`RefusalTranslations`) or a text for the status, and the API's message if there is neither.
 */
export function useProblem(): (error: unknown) => string {
  const t = useTranslations("problems");
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t("failed");
      const { status, message, text, retryAfter } = error;
      if (status === 0) return t("unreachable");
      if (status === 401) return t("sessionEnded");
      if (t.language === "en") return message;
      if (text) return text;
      if (status === 403) return t("forbidden");
      if (status === 404) return t("notFound");
      if (status === 413) return t("tooLarge");
      if (status === 429 && retryAfter !== undefined) return t("tooMany", { seconds: retryAfter });
      return status >= 500 ? t("failed") : message;
    },
    [t],
  );
}

// Translation keys by Zod issue code. The API's faults have these codes.
const FAULTS = {
  invalid_type: "missing",
  too_small: "tooSmall",
  too_big: "tooBig",
  invalid_format: "invalidFormat",
  invalid_value: "invalidValue",
} as const;

/**
 * Returns a function that describes the fault of a field, or the first fault if no field is named. English readers get
 * the API's message, others its translation or a text for the fault's code.
 */
export function useFault(): (faults: TranslatedFault[] | undefined, field?: string) => string | undefined {
  const t = useTranslations("problems");
  return useCallback(
    (faults, field) => {
      const fault = faults?.find(({ loc }) => field === undefined || loc.at(-1) === field);
      if (!fault || t.language === "en") return fault?.msg;
      if (fault.said || !(fault.type in FAULTS)) return fault.said ?? fault.msg;
      return t(FAULTS[fault.type as keyof typeof FAULTS]);
    },
    [t],
  );
}
