import { useCallback } from "react";
import { ApiError } from "@/lib/api/client";
import { useWords } from "./words";

/**
 * What is said of a call that failed. The API says it in English; other readers get a sentence of
 * their language where the status says enough, else the API's own.
 */
export function useProblem(): (error: unknown) => string {
  const t = useWords("problems");
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return error instanceof Error ? error.message : t("failed");
      const { status, message, retryAfter } = error;
      if (status === 0) return t("unreachable");
      if (status === 401) return t("sessionEnded");
      if (t.language === "en") return message;
      if (status === 403) return t("forbidden");
      if (status === 404) return t("notFound");
      if (status === 413) return t("tooLarge");
      if (status === 429 && retryAfter !== undefined) return t("tooMany", { seconds: retryAfter });
      return status >= 500 ? t("failed") : message;
    },
    [t],
  );
}
