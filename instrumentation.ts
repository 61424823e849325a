import type { Instrumentation } from "next";

/** Next calls this once per server process: in development and on Vercel it is the start that `scripts/serve.ts` is elsewhere. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { unsetEmpty } = await import("@/lib/platform/config/environment.mjs");
  unsetEmpty(process.env);
  const { announceSetup, hasFront, start } = await import("@/scripts/lifecycle");
  const { tellPagesOfNext } = await import("@/lib/api/front");
  if (!hasFront()) tellPagesOfNext();
  await start();
  await announceSetup();
}

/** Logs what went wrong while a page was made, under the id that the page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("@/lib/platform/log");
  const { digest } = error as { digest?: string };
  log.error({ err: error, page_error: digest, method: request.method, route: routePath }, "a page failed");
};
