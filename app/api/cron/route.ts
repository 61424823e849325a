import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import { isBearer } from "@/lib/platform/crypto/secrets";

// Must be below the function's timeout in `vercel.json`.
const MAX_WORK_MS = 240_000;

/**
 * Endpoint for an external scheduler such as Vercel Cron: resumes orphaned replies and runs the sweeps. Installations
 * without a long-running process need it while Inngest is unavailable. Vercel sends CRON_SECRET as a bearer token; if
 * it is unset, the response is 404.
 */
export async function GET(request: Request): Promise<Response> {
  const { CRON_SECRET } = config();
  if (!CRON_SECRET) return new Response("Not Found", { status: 404 });
  if (!isBearer(request.headers.get("authorization"), CRON_SECRET))
    return new Response("Unauthorized", { status: 401 });
  await services().resumeOrphans({ isAwaited: true });
  await services().sweepAll();
  await services().waitForWork(MAX_WORK_MS);
  return new Response(null, { status: 204 });
}
