import { useCallback } from "react";
import type { TranslatedFault } from "@/lib/api/client";
import { ApiError } from "@/lib/api/client";
import { useTranslations } from "./words";

/**
 * Returns the message of a failed call. The API's messages are in English; other readers get the translated refusal
 * (`RefusalTranslations`), a text by status, or else the API's message.
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

// Translation keys by the issue codes of zod, which the API's faults use.
const FAULTS = {
  invalid_type: "missing",
  too_small: "tooSmall",
  too_big: "tooBig",
  invalid_format: "invalidFormat",
  invalid_value: "invalidValue",
} as const;

/**
 * Returns the message of a refused field, or of the first one if none is named: in English the API's, otherwise its
 * translation or a text by its code.
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
