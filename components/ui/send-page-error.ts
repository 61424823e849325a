import { healthApi } from "@/lib/admin/health/operations";
import { call } from "@/lib/api/client";

/** Reports an error to the server's log without its message, which may contain user content. */
export const sendPageError = (id: string, error: unknown) =>
  call(healthApi.reportPageError, {
    body: {
      id,
      name: error instanceof Error ? error.name.slice(0, 100) : typeof error,
      stack: error instanceof Error ? placesIn(error.stack ?? "") : "",
      path: location.pathname.slice(0, 500),
    },
  });

const PLACE = /^\s*at |@.*:\d+:\d+$/;
const placesIn = (stack: string) =>
  stack
    .split("\n")
    .filter((line) => PLACE.test(line))
    .join("\n")
    .slice(0, 4000);
