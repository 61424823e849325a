import { call } from "@/lib/api/client";
import { healthApi } from "@/lib/ops/health/contract";

/** Tells the server's log of an error, without its message: that may quote what people wrote. */
export const tell = (id: string, error: unknown) =>
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
