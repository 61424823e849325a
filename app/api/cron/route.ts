import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import { isBearer } from "@/lib/platform/crypto/secrets";

// Below the function's timeout in `vercel.json`.
const MAX_WORK_MS = 240_000;

/**
 * Endpoint for an external scheduler such as Vercel Cron: resumes orphaned replies and runs the sweeps. Without a
 * long-running process, nothing else does that while Inngest is unavailable. Vercel sends CRON_SECRET; without that
 * setting the endpoint is closed.
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
