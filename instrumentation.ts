import type { Instrumentation } from "next";
import { hasServices, provideServices, services } from "@/app/services";

/**
 * Next.js calls this once per server process. It starts the application in development and on Vercel, as
 * `scripts/serve.ts` does elsewhere.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || hasServices()) return;
  const { deleteEmptyVariables } = await import("@/lib/platform/config/environment.mjs");
  deleteEmptyVariables(process.env);
  provideServices(await import("@/app/instance"));
  const { announceSetup, start } = await import("@/scripts/lifecycle");
  const { setFrontHeaderInNext } = await import("@/lib/api/front-headers");
  setFrontHeaderInNext();
  await start();
  await announceSetup();
}

/** Logs rendering errors under the ID shown on the error page. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { digest } = error as { digest?: string };
  services().log.error(
    { err: error, page_error: digest, method: request.method, route: routePath },
    "a page failed",
  );
};
